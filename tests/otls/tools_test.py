#!/usr/bin/env python3
"""Runs the tools of the shelf with something that answers as Houdini's Python does, and looks at what they leave."""
import os
import sys
import tempfile
import types
import unittest

from wiring import tools

ROOT = sys.argv[1]
del sys.argv[1:]
SCRIPTS = {name: script for name, _, _, script in tools(os.path.join(ROOT, "otls", "toolbar", "tendril.shelf"))[0]}


class Parm:
    def __init__(self, node, name):
        self.node, self.name = node, name

    def set(self, value):
        self.node.values[self.name] = value


class SopNode:
    """A node of any kind; a DOP network is made with its output, as Houdini's creation script does."""

    def __init__(self, hou, parent, type_, name):
        self.hou, self.up, self.type, self.called = hou, parent, type_, name
        self.inputs, self.values, self.inner, self.flags = {}, {}, [], set()
        if type_ == "dopnet" and hou.outputs:
            self.createNode("output", "output")

    def createNode(self, type_, name=None):
        self.hou.made.append((type_, self.hou.undo))
        self.inner.append(SopNode(self.hou, self, type_, name or type_))
        return self.inner[-1]

    def node(self, name):
        return next((node for node in self.inner if node.called == name), None)

    def parent(self):
        return self.up

    def name(self):
        return self.called

    def parm(self, name):
        return Parm(self, name)

    def setInput(self, index, node):
        self.inputs[index] = node

    def relativePathTo(self, node):
        return ("to", node)

    def setDisplayFlag(self, on):
        self.flags.add("display" if on else "hidden")

    def setRenderFlag(self, on):
        pass

    def setSelected(self, on, clear_all_selected=False):
        pass

    def moveToGoodPosition(self):
        pass

    layoutChildren = moveToGoodPosition


class Group:
    def __init__(self, hou, label):
        self.hou, self.label = hou, label

    def __enter__(self):
        self.hou.undo = self.label

    def __exit__(self, *_):
        self.hou.undo = None


def session(outputs=True, selected=1):
    hou = types.ModuleType("hou")
    hou.made, hou.undo, hou.outputs, hou.said, hou.SopNode = [], None, outputs, [], SopNode
    hou.geo = SopNode(hou, None, "geo", "geo1")
    hou.chosen = [SopNode(hou, hou.geo, "curve", f"curve{i}") for i in range(selected)]
    hou.selectedNodes = lambda: hou.chosen
    hou.undos = types.SimpleNamespace(group=lambda label: Group(hou, label))
    hou.ui = types.SimpleNamespace(displayMessage=lambda text, **more: hou.said.append((text, more.get("details", ""))))
    return hou


def run(name, hou, **modules):
    sys.modules.update(modules, hou=hou)
    exec(compile(SCRIPTS[name], name, "exec"), {"kwargs": {"tool": name}})
    return hou


def only(nodes, type_):
    found = [node for node in nodes if node.type == type_]
    assert len(found) == 1, (type_, [node.type for node in nodes])
    return found[0]


class SimulateRods(unittest.TestCase):
    def network(self, outputs=True):
        hou = run("tendril_simulate_rods", session(outputs))
        return hou, only(hou.geo.inner, "dopnet")

    def test_the_solver_is_behind_the_object_and_its_data(self):
        for outputs in (True, False):
            hou, network = self.network(outputs)
            output = only(network.inner, "output")
            self.assertIn("display", output.flags)
            solver = output.inputs[0]
            self.assertEqual((solver.type, solver.values["defaultparmop"]), ("tendril_rodsolver", "always"))
            data, behind = {}, solver.inputs[0]
            while behind.type == "sopgeo":
                data[behind.values["dataname"]] = behind.values["defaultparmop"]
                self.assertEqual(behind.values["soppath"], ("to", only(hou.geo.inner, "tendril::rods::1.0")))
                behind = behind.inputs[0]
            self.assertEqual(data, {"Geometry": "initial", "RestGeometry": "always", "TargetGeometry": "always"})
            self.assertEqual((behind.type, behind.values["objname"]), ("emptyobject", "hair"))

    def test_curves_get_what_was_simulated(self):
        hou, network = self.network()
        curves = only(hou.geo.inner, "tendril::curves::1.0")
        moved = curves.inputs[0]
        self.assertEqual(curves.inputs[1], hou.chosen[0])
        self.assertEqual(moved.values, {"doppath": ("to", network), "objpattern": "hair", "importstyle": "fetch"})

    def test_one_undo_takes_everything_back(self):
        for tool, selected in (("tendril_simulate_rods", 3), ("tendril_rods_and_curves", 2)):
            hou = run(tool, session(selected=selected))
            self.assertEqual(len({undo for _, undo in hou.made}), 1)
            self.assertNotIn(None, {undo for _, undo in hou.made})
            self.assertEqual([made for made, _ in hou.made].count("tendril::rods::1.0"), selected)

    def test_nothing_selected_is_said(self):
        for tool in ("tendril_simulate_rods", "tendril_rods_and_curves"):
            hou = run(tool, session(selected=0))
            self.assertEqual((len(hou.said), hou.made), (1, []))


class RodSolver(unittest.TestCase):
    def test_the_tab_entry_makes_the_node(self):
        made = []
        toolutils = types.ModuleType("doptoolutils")
        toolutils.genericTool = lambda kwargs, name: made.append(name)
        run("dop_tendril_rodsolver", session(), doptoolutils=toolutils)
        self.assertEqual(made, ["tendril_rodsolver"])


class CheckTendril(unittest.TestCase):
    def report(self, package, loaded=True, listed=True, builds=("21.0.440",), unit=1.0):
        hou = session()
        with tempfile.TemporaryDirectory() as root:
            for build in builds:
                os.makedirs(f"{root}/houdini{build}_linux/dso")
                open(f"{root}/houdini{build}_linux/dso/tendril.so", "w").close()
            hou.applicationVersionString = lambda: "21.0.440"
            hou.getenv = lambda name, other=None: {"TENDRIL": root if package else None}.get(name, other or "/home/prefs")
            hou.houdiniPath = lambda: (root, f"{root}/houdini21.0.440_linux") if listed else (root,)
            hou.scaleToMKS = lambda units: unit
            hou.sopNodeTypeCategory, hou.dopNodeTypeCategory = lambda: "Sop", lambda: "Dop"
            plugin = types.SimpleNamespace(sourcePath=lambda: "/there/tendril.so")
            hou.nodeType = lambda category, name: plugin if loaded else None
            run("tendril_check", hou)
        (text, details), = hou.said
        return text, details

    def test_all_is_well(self):
        text, details = self.report(package=True)
        self.assertIn("are there", text)
        self.assertIn("tendril_rodsolver: /there/tendril.so", details)
        self.assertIn("houdini21.0.440_linux/dso/tendril.so (is there)", details)
        for trouble in ("HOUDINI_DSO_ERROR", "HOUDINI_PATH", "is not set", "unit length"):
            self.assertNotIn(trouble, details)

    def test_what_is_missing_is_said(self):
        text, details = self.report(package=False, loaded=False)
        self.assertIn("are missing", text)
        self.assertIn("TENDRIL is not set", details)
        self.assertIn("HOUDINI_DSO_ERROR=2", details)
        _, details = self.report(package=True, loaded=False, listed=False, builds=("20.5.278", "21.0.512"))
        self.assertIn("houdini21.0.440_linux/dso/tendril.so (is not there)", details)
        self.assertIn("houdini20.5.278_linux, houdini21.0.512_linux", details)
        self.assertIn("not in HOUDINI_PATH", details)
        self.assertIn("unit length", self.report(package=True, unit=0.01)[1])


if __name__ == "__main__":
    unittest.main()
