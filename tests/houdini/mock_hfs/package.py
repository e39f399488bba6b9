#!/usr/bin/env python3
"""Reads an installed package as Houdini would: does each build find one plugin, its own?   package.py FOLDER BUILD ..."""
import glob
import json
import os
import sys

folder, builds = sys.argv[1], sys.argv[2:]


def paths(build, system):
    """HOUDINI_PATH from the package files, in the order of their names."""
    found, variables = [], {"HOUDINI_PACKAGE_PATH": folder}
    for file in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(file, encoding="utf-8") as text:
            package = json.load(text)
        # such conditions are Python, too
        if not eval(package["enable"], {}, {"houdini_version": build, "houdini_os": system}):
            continue
        for name, value in (pair for variable in package["env"] for pair in variable.items()):
            parts = [value] if isinstance(value, str) else [part["value"] for part in value]
            for known in variables:
                parts = [part.replace("$" + known, variables[known]) for part in parts]
            if name == "HOUDINI_PATH":
                found += parts
            else:
                variables[name] = parts[0]
            variables = dict(sorted(variables.items(), key=lambda pair: -len(pair[0])))
    return found


for build in builds:
    where = paths(build, "linux")
    plugins = [plugin for path in where for plugin in glob.glob(os.path.join(path, "dso", "*"))]
    expected = os.path.join(folder, "tendril", f"houdini{build}_linux", "dso", "tendril_standin.so")
    if plugins != [expected] or not os.path.exists(os.path.join(where[0], "toolbar", "tendril.shelf")):
        sys.exit(f"{build} looks in {where} and finds {plugins}, not {expected}")
others = [plugin for path in paths(builds[0], "windows") for plugin in glob.glob(os.path.join(path, "dso", "*"))]
if others:
    sys.exit(f"a Houdini on another system finds {others}")
