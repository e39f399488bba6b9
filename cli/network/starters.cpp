// Networks to begin with.
#include "cli/network/starters.h"

#include "cli/host/usage.h"
#include "nodes/parameters/closest.h"

namespace tendril::cli {
namespace {

constexpr const char* kHair =
    R"json(// A head of hair that turns: curls that stand as they are drawn, swing and come to rest.
{
  "fps": 24,
  "frames": [1, 72],
  // Metres of a scene unit. Houdini's default is 1; write 0.01 for scenes in centimetres.
  "unitlength": 1,
  "nodes": {
    // Your own groom instead of this one: {"type": "file", "parms": {"file": "groom.$F4.bgeo.sc"}}
    "groom": {
      "type": "scalp",
      "parms": {
        "hairs": 1000,
        "length": 0.24,  // m
        "lengthspread": 0.35,
        "curlradius": 0.009,
        "curls": 3,
        "clumping": 0.85,  // 1: strands, 0: fluffy
        "frizz": 0.15,
        // Keys are [frame, value, shape towards the next]. The roots follow; the hair is simulated.
        "rotate": {"keys": [[1, [0, 0, 0], "smooth"], [16, [0, 70, 0]], [24, [0, 70, 0], "smooth"], [40, [0, -40, 0]]]}
      }
    },

    // Curves become rods of a few smooth elements each. "groom@1" is the groom on frame 1: its shape is the rest shape.
    "rods": {
      "type": "rods",
      "inputs": ["groom@1"],
      "parms": {
        // The groom stands under gravity as it is drawn. With "hair" it hangs down as far as its weight pulls it.
        "material": "groom",
        "elements": 5  // more follow finer waves; the stiffness stays the same
      }
    },

    // Inputs: rods, constraints, colliders, goal. The roots follow the goal; null leaves an input open.
    "solver": {
      "type": "solver",
      "inputs": ["rods", null, null, "groom"],
      "parms": {"substeps": 2}
    },

    // Rods move the original curves along, with all their points and attributes.
    "curves": {"type": "curves", "inputs": ["solver", "groom@1"]},

    // One file a frame. Rods hold the whole state: tendril run --resume goes on from them.
    "rodcache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/@NAME@/rods.$F4.bgeo.sc"}},
    "curvecache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/@NAME@/curves.$F4.bgeo.sc"}}
  }
}
)json";

constexpr const char* kVine =
    R"json(// A young vine in gusts: a stem with curling shoots that stands as it is drawn.
{
  "fps": 24,
  "frames": [1, 96],
  // Metres of a scene unit. Houdini's default is 1; write 0.01 for scenes in centimetres.
  "unitlength": 1,
  "nodes": {
    // Your own plant instead of this one: {"type": "file", "parms": {"file": "plant.bgeo.sc"}}. Branches begin at points
    // of their stem.
    "plant": {
      "type": "vine",
      "parms": {
        "length": 1.2,  // m
        "width": 0.016,
        "shoots": 9,
        "shootlength": 0.4,
        "seed": 3  // another number, another plant
      }
    },

    "rods": {
      "type": "rods",
      "inputs": ["plant"],
      "parms": {
        "material": "vine",
        "elements": 6,
        // A thin green stem cannot carry its own weight: with "sag" it lies down at once. With "stay" it keeps its shape
        // under gravity, and is made as stiff as it must be for that.
        "undergravity": "stay"
      }
    },

    "solver": {
      "type": "solver",
      "inputs": ["rods"],
      "parms": {
        "substeps": 2,
        // Keys are [frame, value, shape towards the next]; wind in m/s.
        "wind": {"keys": [[1, [0, 0, 0], "smooth"], [24, [2.5, 0, 1]], [60, [2.5, 0, 1], "smooth"], [72, [0, 0, 0]]]},
        "gust": 0.6,       // part of the wind by which it rises and falls
        "gustperiod": 1.5  // s
      }
    },

    // Smooth curves, drawn anew where they bend.
    "curves": {"type": "curves", "inputs": ["solver"], "parms": {"points": "bent", "angle": 4}},

    // One file a frame. Rods hold the whole state: tendril run --resume goes on from them.
    "rodcache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/@NAME@/rods.$F4.bgeo.sc"}},
    "curvecache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/@NAME@/curves.$F4.bgeo.sc"}}
  }
}
)json";

constexpr const char* kRope =
    R"json(// A rope that hangs between two posts; one end is let go and it swings down.
{
  "fps": 24,
  "frames": [1, 72],
  // Metres of a scene unit. Houdini's default is 1; write 0.01 for scenes in centimetres.
  "unitlength": 1,
  "nodes": {
    // Points x y z in metres, with commas between them; a smooth curve goes through them.
    "drawn": {
      "type": "draw",
      "parms": {"points": "0 1.5 0, 0.25 1.28 0.02, 0.6 1.12 0, 1 1.06 -0.02, 1.4 1.12 0, 1.75 1.28 0.02, 2 1.5 0", "width": 0.03}
    },

    "rods": {
      "type": "rods",
      "inputs": ["drawn"],
      "parms": {
        "material": "rope",
        "elements": 16,
        "restshape": "straight"  // it is bent by its weight only
      }
    },

    // Holds the far end where it is drawn. The root of a rod is held without a constraint.
    "post": {
      "type": "constrain",
      "inputs": ["rods"],
      "parms": {
        "type": "position",
        "place": "tip",
        "active": {"keys": [[1, true], [30, false]]}  // let go on frame 30
      }
    },

    "solver": {
      "type": "solver",
      "inputs": ["rods", "post"],
      "parms": {"substeps": 3}
    },

    "curves": {"type": "curves", "inputs": ["solver"], "parms": {"points": "bent", "angle": 4}},

    // One file a frame. Rods and constraints hold the whole state: tendril run --resume goes on from them.
    "rodcache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/@NAME@/rods.$F4.bgeo.sc"}},
    "tiecache": {"type": "cache", "inputs": ["solver:constraints"], "parms": {"file": "$HIP/@NAME@/constraints.$F4.bgeo.sc"}},
    "curvecache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/@NAME@/curves.$F4.bgeo.sc"}}
  }
}
)json";

constexpr const char* kTree =
    R"json(// A young tree in a gust: trunk, boughs and twigs in one, from stiff to soft.
{
  "fps": 24,
  "frames": [1, 96],
  // Metres of a scene unit. Houdini's default is 1; write 0.01 for scenes in centimetres.
  "unitlength": 1,
  "nodes": {
    // Your own tree instead of this one: {"type": "file", "parms": {"file": "tree.bgeo.sc"}}. Branches begin at points of
    // the stem that they grow on.
    "tree": {
      "type": "tree",
      "parms": {
        "height": 3,  // m
        "width": 0.07,
        "boughs": 12,
        "twigs": 7,
        "boughlength": 0.5,
        "twiglength": 0.35,
        "clear": 0.3,
        "droop": 15,  // degrees
        "twigdroop": 30,
        "taper": 0.3,
        "seed": 2
      }
    },

    "rods": {
      "type": "rods",
      "inputs": ["tree"],
      "parms": {
        "material": "twig",
        "young": 8e8,  // Pa; green wood
        "drag": 6,     // leaves that are not there catch the wind
        "elements": 3,
        "undergravity": "stay"  // boughs keep the shape in which they are drawn
      }
    },

    "solver": {
      "type": "solver",
      "inputs": ["rods"],
      "parms": {
        "substeps": 2,
        // Keys are [frame, value, shape towards the next]; wind in m/s.
        "wind": {"keys": [[1, [0, 0, 0], "smooth"], [20, [6, 0, 2]], [48, [6, 0, 2], "smooth"], [64, [1, 0, 0]]]},
        "gust": 0.5,        // part of the wind by which it rises and falls
        "gustperiod": 1.7,  // s
        "windnoise": 2      // m/s, from place to place
      }
    },

    "curves": {"type": "curves", "inputs": ["solver", "tree"]},

    // One file a frame. Rods hold the whole state: tendril run --resume goes on from them.
    "rodcache": {"type": "cache", "inputs": ["solver"], "parms": {"file": "$HIP/@NAME@/rods.$F4.bgeo.sc"}},
    "curvecache": {"type": "cache", "inputs": ["curves"], "parms": {"file": "$HIP/@NAME@/curves.$F4.bgeo.sc"}}
  }
}
)json";

}  // namespace

const std::vector<Starter>& starters() {
  static const std::vector<Starter> all = {
      {"hair", "1,000 curls on a head that turns", "--dark --widthscale 4", "--ground none", kHair},
      {"vine", "a stem with curling shoots, in gusts", "--tint 0.4,0.6,0.25", "", kVine},
      {"rope", "a rope between two posts; one end is let go", "--tint 0.8,0.65,0.4", "", kRope},
      {"tree", "a young tree in a gust", "", "--ground 0", kTree}};
  return all;
}

const Starter& findStarter(const std::string& name) {
  std::vector<std::string> names;
  std::string list;
  for (const Starter& starter : starters()) {
    if (name == starter.name) return starter;
    names.emplace_back(starter.name);
    list += (list.empty() ? "" : ", ") + names.back();
  }
  throw UsageError("there is no network \"" + name + "\" to begin with; there are " + list +
                   didYouMean(name, names));
}

std::string starterText(const std::string& name, const std::string& folder) {
  const std::string mark = "@NAME@";
  std::string text = findStarter(name).text;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + folder.size()))
    text.replace(at, mark.size(), folder);
  return text;
}

}  // namespace tendril::cli
