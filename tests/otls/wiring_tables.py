"""Types of nodes and what they have, for wiring.py: Tendril's from what its tables generate, Houdini's from a record.

    tables = Tables.of(root, "../shared/houdini/nodetypes.json")
    tables.find("Sop", "tendril::rods::1.0").parms    # {"group": Parm(1, None), "model": Parm(1, {"helix", ...}), ...}
"""
import collections
import json
import os
import re

# what every automatic DOP has besides its table, and the tokens of its Default Operation and of those per parameter
DOP_PARMS = ("activation", "dataname", "group", "sharedata", "uniquedataname")
SOLVER_PARMS = ("addaffectors", "solverperobject", "showguide", "guideframes", "guidepins", "guidesize")
OPERATIONS = {"initial", "always", "never"}


# how many components it has, and the tokens of its menu (None: no menu, or an unknown one)
Parm = collections.namedtuple("Parm", "size tokens")


class Type:
    """A type of node: its parms, and how many inputs it has (None: unknown)."""

    def __init__(self, name, parms, inputs):
        self.name, self.parms, self.inputs = name, parms, inputs
        if "defaultparmop" in parms:
            parms["defaultparmop"] = Parm(1, OPERATIONS)
        self.scripted = [re.compile(re.escape(parm).replace(r"\#", "[0-9]+") + "$") for parm in parms if "#" in parm]

    def has(self, parm):
        if parm in self.parms or any(form.match(parm) for form in self.scripted):
            return True
        # a component of a vector or colour: tx, gravityy, freq1
        whole = self.parms.get(parm[:-1])
        return bool(whole) and whole.size > 1 and parm[-1] in "xyzwrgba1234"


class Tables:
    def __init__(self, types, complete):
        self.types = types        # {"Sop": {name: Type}, "Dop": ...}
        self.complete = complete  # Houdini's are among them

    @staticmethod
    def of(root, record=None):
        types = {"Sop": {}, "Dop": {}}
        complete = bool(record) and os.path.exists(record)
        if complete:
            with open(record, encoding="utf-8") as file:
                for category, found in json.load(file)["types"].items():
                    types.setdefault(category, {}).update({name: houdinis(name, is_) for name, is_ in found.items()})
        for category, type_ in tendrils(root):
            types[category][type_.name] = type_
        return Tables(types, complete)

    def find(self, category, name):
        return self.types.get(category, {}).get(name)

    def unchecked(self, category, name):
        """A type of Houdini, where no record of them is at hand."""
        return not self.complete and not name.startswith("tendril")


def houdinis(name, record):
    # a parm's record begins with its size, or with its kind: Float3
    sizes = {parm: seen[0] if isinstance(seen[0], int) else int((re.findall("[0-9]$", seen[0]) or [1])[0])
             for parm, seen in record["parms"].items()}
    # how many inputs somebody has been seen to connect; None where nobody has looked
    return Type(name, {parm: Parm(size, None) for parm, size in sizes.items()}, record.get("maxin"))


def tendrils(root):
    """Those that are installed: they have a card. Their parms and menus are in the golden dialog scripts."""
    for category in ("Sop", "Dop"):
        folder = os.path.join(root, "otls", "help", "nodes", category.lower())
        for card in sorted(os.listdir(folder)):
            with open(os.path.join(folder, card), encoding="utf-8") as file:
                text = file.read()
            short = re.search(r"^#internal: (.*)$", text, re.M).group(1)
            with open(os.path.join(root, "tests", "nodes", "golden", short + ".ds"), encoding="utf-8") as file:
                script = file.read()
            parms = {name: Parm(1, None) for name in re.findall(r"^    #id: (.*)$", text, re.M)}
            parms.update(dialog_parms(script))
            inputs = len(re.findall(r"^    inputlabel", script, re.M))
            if category == "Dop":  # its table's inputs are data of the object; it has the object's input
                parms.update({name: Parm(1, None) for name in DOP_PARMS + SOLVER_PARMS + ("defaultparmop",)})
                inputs = 1
            yield category, Type(re.search(r"^    name\t(.*)$", script, re.M).group(1), parms, inputs)


def dialog_parms(script):
    parms, name, menu = {}, None, None
    for line in script.splitlines():
        line = line.strip()
        if line.startswith("name    "):
            name = line.split('"')[1]
            parms[name] = Parm(1, None)
        elif line.startswith("size    "):
            parms[name] = Parm(int(line.split()[1]), None)
        elif line == "menu {":
            menu = set()
            parms[name] = Parm(1, menu)
        elif line == "}":
            menu = None
        elif menu is not None:
            menu.add(line.split('"')[1])
    return parms
