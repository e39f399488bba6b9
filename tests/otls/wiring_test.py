#!/usr/bin/env python3
"""wiring.py finds what is planted, and nothing else."""
import os
import re
import sys
import tempfile
import types
import unittest

from wiring import Node, Walk, check_script, check_shelf
from wiring_tables import Tables, houdinis

ROOT = sys.argv.pop(1)
RECORD = sys.argv.pop(1)
SHELF = os.path.join(ROOT, "otls", "toolbar", "tendril.shelf")
# a few of Houdini's types, as the record has them
HOUDINI = {
    "Sop": {"dopnet": {"parms": {"startframe": [1, "1"]}, "maxin": 3},
            "add": {"parms": {"pt#": [3, "0 0 0"], "t": ["Float3"]}, "maxin": 1}},
    "Dop": {"emptyobject": {"parms": {"objname": [1, "a"]}, "maxin": 0},
            "sopgeo": {"parms": {"soppath": [1, ""], "dataname": [1, ""], "defaultparmop": [1, ""]}, "maxin": 3}},
}


def tables():
    made = Tables.of(ROOT)
    for category, types in HOUDINI.items():
        made.types[category].update({name: houdinis(name, record) for name, record in types.items()})
    made.complete = True
    return made


def faults(script, category="Sop"):
    return [line.split(": ", 2)[2] for line in Walk(tables(), "here", category).run(script).faults]


GOOD = """
import hou
for source in [n for n in hou.selectedNodes()]:
    parent = source.parent()
    rods = parent.createNode("tendril::rods::1.0", source.name() + "_rods")
    rods.setInput(0, source)
    rods.parm("model").set("helix")
    with hou.undos.group("all"):
        net = parent.createNode("dopnet", run_init_scripts=False)
    last = net.createNode("emptyobject", "hair")
    last.parm("objname").set("hair")
    for name, operation in (("Geometry", "initial"), ("RestGeometry", "always")):
        data = net.createNode("sopgeo")
        data.setParms({"dataname": name, "defaultparmop": operation, "soppath": data.relativePathTo(rods)})
        data.setInput(0, last)
        last = data
    def solver(network, behind):
        made = network.createNode("tendril_rodsolver")
        made.setInput(0, behind)
        made.parm("defaultparmop").set("always")
        made.parm("gravityy").set(0)
        return made
    solver(net, last).parm("restgeometry").set("RestGeometry")
"""


class Scripts(unittest.TestCase):
    def test_a_good_one_has_no_fault(self):
        self.assertEqual(faults(GOOD), [])

    def planted(self, right, wrong, fault):
        self.assertIn(right, GOOD)
        found = faults(GOOD.replace(right, wrong, 1))
        self.assertTrue(found, wrong)
        self.assertIn(fault, found[0])

    def test_wrong_types_are_found(self):
        self.planted('"tendril::rods::1.0"', '"tendril::rod::1.0"', "there is no Sop 'tendril::rod::1.0'")
        self.planted('"emptyobject"', '"nullobject"', "there is no Dop 'nullobject'")
        self.planted('network.createNode("tendril_rodsolver")', 'network.createNode("tendril_solver")',
                     "there is no Dop 'tendril_solver'")
        self.planted('net.createNode("sopgeo")', 'parent.createNode("sopgeo")', "there is no Sop 'sopgeo'")

    def test_wrong_parms_are_found(self):
        self.planted('"soppath"', '"sop_path"', "sopgeo has no parm 'sop_path'")
        self.planted('"objname"', '"objectname"', "emptyobject has no parm 'objectname'")
        self.planted('"objname"', '"objnamex"', "emptyobject has no parm 'objnamex'")
        self.planted('"gravityy"', '"gravity_y"', "tendril_rodsolver has no parm 'gravity_y'")
        self.planted('"restgeometry"', '"rest"', "tendril_rodsolver has no parm 'rest'")

    def test_wrong_inputs_are_found(self):
        self.planted("rods.setInput(0, source)", "rods.setInput(2, source)", "has no input 2: there are 2")
        self.planted("made.setInput(0, behind)", "made.setInput(1, behind)", "has no input 1: there are 1")
        self.planted("data.setInput(0, last)", "data.setInput(0, rods)", "a Sop cannot be the input of a Dop")
        self.planted("rods.setInput(0, source)", "rods.setInput(-1, source)", "has no input -1")

    def test_wrong_tokens_are_found(self):
        self.planted('"always")\n        made', '"allways")\n        made', "'allways' is none of")
        self.planted('("RestGeometry", "always")', '("RestGeometry", "set always")', "'set always' is none of")
        self.planted('.set("helix")', '.set("spiral")', "'spiral' is none of")

    def test_what_cannot_be_looked_up_is_a_fault(self):
        self.planted('"tendril::rods::1.0"', "source.name()", "a node type that is not written out")
        self.planted('rods.parm("model")', 'source.parm("model")', "parm 'model' of a node whose type is not known")
        self.planted("import hou", "import hou, )", "unmatched")

    def test_numbers_in_names_of_parms(self):
        self.assertEqual(faults('hou.pwd().createNode("add").parm("pt3").set(1)'), [])
        self.assertEqual(faults('hou.pwd().createNode("add").parm("ty").set(1)'), [])
        self.assertEqual(len(faults('hou.pwd().createNode("add").parm("pt").set(1)')), 1)

    def test_functions_that_houdini_calls_are_followed(self):
        self.assertEqual(len(faults('def made(kwargs):\n    hou.pwd().createNode("none")\n')), 1)

    def test_types_that_are_asked_for(self):
        self.assertEqual(faults('hou.nodeType(hou.dopNodeTypeCategory(), "tendril_rodsolver")'), [])
        self.assertEqual(len(faults('hou.nodeType(hou.sopNodeTypeCategory(), "tendril_rodsolver")')), 1)

    def test_without_a_record_tendrils_are_looked_up_all_the_same(self):
        ours = Tables.of(ROOT, "/none")
        self.assertEqual(Walk(ours, "here", "Sop").run(GOOD).faults, [])
        wrong = GOOD.replace("tendril_rodsolver", "tendril_solver").replace('"model"', '"modell"')
        self.assertEqual(len(Walk(ours, "here", "Sop").run(wrong).faults), 2)

    def test_a_creation_script_knows_its_node(self):
        node = Node("Dop", "tendril_rodsolver", tables().find("Dop", "tendril_rodsolver"))
        for parm, token, count in (("defaultparmop", "always", 0), ("defaultparm", "always", 1),
                                   ("defaultparmop", "often", 1)):
            walk = Walk(tables(), "here", "Dop", node).run(f'kwargs["node"].parm("{parm}").set("{token}")')
            self.assertEqual(len(walk.faults), count, walk.faults)


class Files(unittest.TestCase):
    def written(self, path, text):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        path = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_creation_scripts_are_named_after_their_node(self):
        text = 'kwargs["node"].parm("defaultparmop").set("always")'
        self.assertEqual(check_script(tables(), self.written("dop/tendril_rodsolver.py", text))[0], [])
        self.assertEqual(len(check_script(tables(), self.written("dop/tendril_rodsolvers.py", text))[0]), 2)

    def test_actions_of_parms_are_python(self):
        """The arrows beside groups, in what is generated: each names the kind of geometry and an input that there is."""
        actions = 0
        golden = os.path.join(ROOT, "tests", "nodes", "golden")
        for name in sorted(os.listdir(golden)):
            with open(os.path.join(golden, name), encoding="utf-8") as file:
                script = file.read() if name.endswith(".ds") else ""
            for action in re.findall(r'"script_action" "(.*)"', script):
                actions += 1
                said = {"Points": "Points", "Primitives": "Primitives"}
                called, hou = [], types.SimpleNamespace(geometryType=types.SimpleNamespace(**said))
                sys.modules["soputils"] = types.SimpleNamespace(selectGroupParm=called.append)
                exec(action.replace("\\n", "\n"), {"hou": hou, "kwargs": {}})
                self.assertIn(called[0]["geometrytype"][0], said)
                self.assertLess(called[0]["inputindex"], script.count("inputlabel"))
        self.assertGreaterEqual(actions, 5)

    def test_mistakes_in_the_shelf_are_found(self):
        complete = Tables.of(ROOT, RECORD)
        with open(SHELF, encoding="utf-8") as file:
            shelf = file.read()
        self.assertEqual(check_shelf(complete, SHELF)[0], [])
        for right, wrong in PLANTED if complete.complete else PLANTED[:OURS]:
            self.assertIn(right, shelf)
            path = self.written("toolbar/tendril.shelf", shelf.replace(right, wrong, 1))
            self.assertTrue(check_shelf(complete, path)[0], wrong)


PLANTED = [('"tendril::rods::1.0"', '"tendril::rods::2.0"'),
           ('"tendril::constrain::1.0"', '"tendril::constraint::1.0"'),
           ('(kwargs, "tendril_rodsolver")', '(kwargs, "tendril_solver")'),
           ('Dop/tendril_rodsolver</contextOpType>', 'Sop/tendril_rodsolver</contextOpType>'),
           ('memberTool name="tendril_check"', 'memberTool name="tendril_checks"'),
           ("curves.setInput(1, source)", "curves.setInput(3, source)"),
           ("solver.setInput(0, last)", "solver.setInput(1, last)"),
           ('parm("defaultparmop").set("always")', 'parm("defaultparmop").set("keys")'),
           ('"emptyobject"', '"emptyobj"'), ('"dopnet"', '"dopnetwork"'), ('"soppath"', '"sop_path"'),
           ('"objpattern"', '"objects"'), ("data.setInput(0, last)", "data.setInput(9, last)")]

OURS = 8  # of them are mistakes about Tendril's own nodes

if __name__ == "__main__":
    unittest.main()
