# Houdini runs this for each new Tendril Rod Solver. With Set Initial, which DOPs have by default, parameters keep the
# values of an object's first frame, and keys do nothing.
if kwargs["node"].parm("defaultparmop"):
    kwargs["node"].parm("defaultparmop").set("always")
