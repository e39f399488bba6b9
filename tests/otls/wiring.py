#!/usr/bin/env python3
"""Checks what tools of the shelf and scripts tell Houdini, without Houdini: node types, parms, menu tokens, inputs.

    tests/otls/wiring.py ROOT [nodetypes.json]

A script is walked as Python would run it, with loops over what is written out unrolled and functions followed; of
each node that it makes the type is known, and everything that is named on it is looked up. What cannot be looked up is
a fault, too.
"""
import ast
import os
import sys
import xml.etree.ElementTree

from wiring_tables import Parm, Tables

HOLDS = {"dopnet": "Dop"}  # SOPs that hold networks of another kind
UNKNOWN = object()         # a value that only Houdini knows


class Node:
    """A node that a script makes or is given. Without a type it is one that the artist has chosen."""

    def __init__(self, category, name=None, type_=None, parent=None):
        self.category, self.name, self.type, self.parent = category, name, type_, parent

    def inside(self):
        return HOLDS.get(self.name, self.category)


class Bound:
    """A method of a value."""

    def __init__(self, value, name):
        self.value, self.name = value, name


class Walk:
    """One script. `category`: of the nodes that the artist has before him."""

    def __init__(self, tables, where, category, node=None):
        self.tables, self.where, self.category = tables, where, category
        self.names = {"kwargs": {"node": node} if node else UNKNOWN}
        self.faults, self.functions, self.called, self.looked = [], {}, set(), 0

    def run(self, text):
        try:
            body = ast.parse(text).body
        except SyntaxError as problem:
            self.faults.append(f"{self.where}: line {problem.lineno}: {problem.msg}")
            return self
        self.statements(body)
        for name, function in list(self.functions.items()):
            if name not in self.called:  # Houdini calls it, with what we do not know
                self.follow(function, {})
        return self

    def fault(self, at, text):
        line = f"{self.where}: line {at.lineno}: {text}"
        if line not in self.faults:
            self.faults.append(line)

    def statements(self, body):
        for statement in body:
            handler = getattr(self, "do_" + type(statement).__name__, None)
            if handler:
                handler(statement)
                continue
            for field in ast.iter_child_nodes(statement):
                if isinstance(field, ast.expr):
                    self.value(field)
            for name in ("body", "orelse", "finalbody"):
                self.statements(getattr(statement, name, []))
            for handled in getattr(statement, "handlers", []):
                self.statements(handled.body)

    def do_FunctionDef(self, statement):
        self.functions[statement.name] = statement

    def do_Assign(self, statement):
        value = self.value(statement.value)
        for target in statement.targets:
            self.bind(target, value)

    def do_With(self, statement):
        for item in statement.items:
            value = self.value(item.context_expr)
            if item.optional_vars:
                self.bind(item.optional_vars, value)
        self.statements(statement.body)

    def do_For(self, statement):
        values = self.value(statement.iter)
        for value in values if isinstance(values, (tuple, list)) else [values]:
            self.bind(statement.target, value if isinstance(values, (tuple, list)) else UNKNOWN)
            self.statements(statement.body)
        self.statements(statement.orelse)

    def do_Return(self, statement):
        self.names["return"] = self.value(statement.value) if statement.value else None

    def bind(self, target, value):
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            whole = isinstance(value, (tuple, list)) and len(value) == len(target.elts)
            for i, part in enumerate(target.elts):
                self.bind(part, value[i] if whole else UNKNOWN)

    def value(self, expression):
        handler = getattr(self, "of_" + type(expression).__name__, None)
        if handler:
            return handler(expression)
        for part in ast.iter_child_nodes(expression):
            if isinstance(part, ast.expr):
                self.value(part)
        return UNKNOWN

    def of_Constant(self, expression):
        return expression.value

    def of_UnaryOp(self, expression):
        value = self.value(expression.operand)
        return -value if isinstance(expression.op, ast.USub) and isinstance(value, int) else UNKNOWN

    def of_Name(self, expression):
        return self.names.get(expression.id, UNKNOWN)

    def of_Tuple(self, expression):
        return tuple(self.value(part) for part in expression.elts)

    of_List = of_Tuple

    def of_Dict(self, expression):
        return {self.value(key): self.value(value) for key, value in zip(expression.keys, expression.values) if key}

    def of_BoolOp(self, expression):
        values = [value for value in map(self.value, expression.values) if value is not UNKNOWN]
        return values[-1] if values else UNKNOWN  # what a script falls back on is what it can be known by

    def of_Subscript(self, expression):
        of, key = self.value(expression.value), self.value(expression.slice)
        try:
            return of[key] if isinstance(of, (dict, tuple, list)) else UNKNOWN
        except (KeyError, IndexError, TypeError):
            return UNKNOWN

    def of_ListComp(self, expression):
        for part in expression.generators:
            self.value(part.iter)
            self.bind(part.target, UNKNOWN)
            for condition in part.ifs:
                self.value(condition)
        self.value(expression.elt)
        return UNKNOWN

    of_GeneratorExp = of_SetComp = of_ListComp

    def of_Attribute(self, expression):
        return Bound(self.value(expression.value), expression.attr)

    def of_Call(self, expression):
        if isinstance(expression.func, ast.Name) and expression.func.id in self.functions:
            function = self.functions[expression.func.id]
            arguments = [self.value(argument) for argument in expression.args]
            given = dict(zip((argument.arg for argument in function.args.args), arguments))
            given.update({word.arg: self.value(word.value) for word in expression.keywords if word.arg})
            return self.follow(function, given)
        method = self.value(expression.func)
        arguments = [self.value(argument) for argument in expression.args]
        words = {word.arg: self.value(word.value) for word in expression.keywords}
        if not isinstance(method, Bound):
            return UNKNOWN
        handler = getattr(self, "call_" + method.name, None)
        return handler(expression, method.value, arguments, words) if handler else UNKNOWN

    def follow(self, function, given):
        if function.name in self.called and self.names.get("depth", 0) > 8:
            return UNKNOWN
        self.called.add(function.name)
        outside = self.names
        self.names = dict(outside, depth=outside.get("depth", 0) + 1)
        self.names["return"] = None
        for argument in function.args.args:
            self.names[argument.arg] = given.get(argument.arg, UNKNOWN)
        self.statements(function.body)
        result, self.names = self.names["return"], outside
        return result

    # what scripts say of nodes; `of` is what the method was called on

    def type_of(self, at, category, name):
        if not isinstance(name, str):
            return self.fault(at, "a node type that is not written out")
        self.looked += 1
        found = self.tables.find(category, name)
        if not found and not self.tables.unchecked(category, name):
            self.fault(at, f"there is no {category} '{name}'")
        return found

    def call_createNode(self, at, of, arguments, words):
        parent = of if isinstance(of, Node) else Node(self.category)
        name = arguments[0] if arguments else words.get("node_type_name")
        return Node(parent.inside(), name, self.type_of(at, parent.inside(), name), parent)

    def call_createOutputNode(self, at, of, arguments, words):
        beside, name = of if isinstance(of, Node) else Node(self.category), arguments[0]
        return Node(beside.category, name, self.type_of(at, beside.category, name), beside.parent)

    def call_genericTool(self, at, of, arguments, words):
        return Node(self.category, arguments[1], self.type_of(at, self.category, arguments[1]))

    def call_nodeType(self, at, of, arguments, words):
        self.type_of(at, arguments[0] if len(arguments) > 1 else self.category, arguments[-1])
        return UNKNOWN

    def call_sopNodeTypeCategory(self, at, of, arguments, words):
        return "Sop"

    def call_dopNodeTypeCategory(self, at, of, arguments, words):
        return "Dop"

    def call_setInput(self, at, of, arguments, words):
        if not isinstance(of, Node):
            return self.fault(at, "an input of a node whose type is not known")
        index = arguments[0]
        if not isinstance(index, int):
            return self.fault(at, "an input that is not written out")
        self.looked += 1
        if of.type and of.type.inputs is not None and not 0 <= index < of.type.inputs:
            self.fault(at, f"{of.type.name} has no input {index}: there are {of.type.inputs}")
        from_ = arguments[1] if len(arguments) > 1 else None
        if isinstance(from_, Node) and from_.category != of.category:
            self.fault(at, f"a {from_.category} cannot be the input of a {of.category}")
        return None

    def call_parm(self, at, of, arguments, words):
        return self.parm(at, of, arguments[0] if arguments else None)

    call_parmTuple = call_parm

    def call_setParms(self, at, of, arguments, words):
        for name, value in arguments[0].items() if arguments and isinstance(arguments[0], dict) else [(None, None)]:
            self.set(at, self.parm(at, of, name), value)

    call_setParmExpressions = call_setParms

    def call_set(self, at, of, arguments, words):
        if isinstance(of, Parm) and arguments:
            self.set(at, of, arguments[0])

    def parm(self, at, of, name):
        if not isinstance(name, str):
            return self.fault(at, "a parm that is not written out")
        if not isinstance(of, Node) or not of.name:
            return self.fault(at, f"parm '{name}' of a node whose type is not known")
        self.looked += 1
        if not of.type:  # said already, or one of Houdini's without its record
            return None
        if not of.type.has(name):
            return self.fault(at, f"{of.type.name} has no parm '{name}'")
        return of.type.parms.get(name)

    def set(self, at, parm, value):
        if isinstance(parm, Parm) and parm.tokens and isinstance(value, str) and value not in parm.tokens:
            self.fault(at, f"'{value}' is none of {', '.join(sorted(parm.tokens))}")


def tools(path):
    """Name, category and script of each tool of a shelf, and those that the shelf shows."""
    shelf = xml.etree.ElementTree.parse(path).getroot()
    made = []
    for tool in shelf.iter("tool"):
        contexts = [context.text for context in tool.iter("contextNetType")]
        operators = [operator.text for operator in tool.iter("contextOpType")]
        category = operators[0].split("/")[0] if operators else (contexts or ["SOP"])[0].capitalize()
        made.append((tool.get("name"), category, operators, tool.findtext("script") or ""))
    return made, [member.get("name") for member in shelf.iter("memberTool")]


def check_shelf(tables, path):
    made, shown = tools(path)
    faults, looked = [], 0
    for name in shown:
        if name not in [tool[0] for tool in made]:
            faults.append(f"{path}: the shelf shows '{name}', which is not there")
    for name, category, operators, script in made:
        for operator in operators:
            looked += 1
            if not tables.find(*operator.split("/", 1)):
                faults.append(f"{path}: {name}: there is no operator '{operator}'")
        walk = Walk(tables, f"{path}: {name}", category).run(script)
        faults, looked = faults + walk.faults, looked + walk.looked
    return faults, looked


def check_script(tables, path):
    """scripts/dop/TYPE.py runs when a node of this type is made; `--` stands for `::` in its name."""
    category = os.path.basename(os.path.dirname(path)).capitalize()
    name = os.path.splitext(os.path.basename(path))[0].replace("--", "::")
    of = tables.find(category, name) or tables.find(category, name + "::1.0")
    faults = [] if of or category not in tables.types else [f"{path}: there is no {category} '{name}'"]
    with open(path, encoding="utf-8") as file:
        walk = Walk(tables, path, category if of else "Sop", Node(category, name, of) if of else None).run(file.read())
    return faults + walk.faults, walk.looked


def main(root, record=None):
    tables = Tables.of(root, record)
    if not tables.complete:
        print("wiring: no record of Houdini's node types is beside the clone; only Tendril's are looked up")
    faults, looked = [], 0
    for folder, check, ending in (("toolbar", check_shelf, ".shelf"), ("scripts", check_script, ".py")):
        for where, _, files in os.walk(os.path.join(root, "otls", folder)):
            for file in sorted(files):
                if file.endswith(ending):
                    found, seen = check(tables, os.path.join(where, file))
                    faults, looked = faults + found, looked + seen
    for line in faults:
        print(line, file=sys.stderr)
    print(f"wiring: {looked} names of types, parms and inputs looked up, {len(faults)} faults")
    return 1 if faults or not looked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
