// tendril::merge: several geometries as one.
#include "nodes/parameters/definition.h"
#include "solver/geometry/topology.h"

namespace tendril::cli {
namespace {

struct MergeParms {
  bool renumber = true;
};

Outputs cookMerge(const MergeParms& parms, const Cook& cook) {
  std::vector<Geometry> parts;
  for (const auto& input : cook.inputs)
    if (input) parts.push_back(*input);
  if (parts.empty()) return outputsOf(Geometry());
  Geometry made = joined(std::move(parts));
  if (parms.renumber) {
    Attribute& id = made.add(Owner::primitive, "id", Storage::int32, 1);
    for (std::size_t p = 0; p < made.primitiveCount(); ++p) setNumber(id.numbers, p, static_cast<double>(p));
  }
  return outputsOf(std::move(made));
}

}  // namespace

NodeDefinition mergeNode() {
  NodeDefinition node = makeNode<MergeParms>("tendril::merge::1.0", "Merge", cookMerge);
  node.about = "Merges several geometries into one, in the order of its inputs";
  node.help =
      "Appends the points and primitives of all inputs. Attributes that only some inputs have get their "
      "default value on the others.";
  node.home = Home::none;
  constexpr const char* kLabels[] = {"First", "Second", "Third",   "Fourth",
                                     "Fifth", "Sixth",  "Seventh", "Eighth"};
  for (const char* label : kLabels)
    node.inputs.push_back({label, node.inputs.empty(), true, nullptr,
                           node.inputs.empty()
                               ? "Its points and primitives come first and keep their numbers."
                               : "Its points and primitives follow those before it."});
  node.attributesRead = {{"*", "all", "All attributes and groups of all inputs."}};
  node.attributesWritten = {{"id", "primitive", "With Number Primitives Anew: the primitive number."}};
  node.related = {"file", "constrain", "sop/merge"};
  ParameterTable<MergeParms> table(node);
  table.toggle<&MergeParms::renumber>("renumber", "Number Primitives Anew")
      .help({"Sets the primitive attribute id to the primitive number, so that no two primitives have the "
             "same id.",
             "on.", "i@id = @primnum (Attribute Wrangle)."});
  return node;
}

}  // namespace tendril::cli
