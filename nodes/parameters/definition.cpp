// What a node is.
#include "nodes/parameters/definition.h"

#include <cctype>

#include "nodes/parameters/group_pattern.h"
#include "nodes/parameters/text.h"

namespace tendril::nodes {

std::vector<std::uint8_t> Host::select(const Geometry& geometry, Owner owner, const std::string& pattern) {
  std::string note;
  std::vector<std::uint8_t> marks = selectElements(geometry, owner, pattern, &note);
  if (!note.empty()) warn(note);
  return marks;
}

std::string NodeInput::dataParm() const {
  std::string name;
  for (const char* c = data; c && *c; ++c)
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
  return name;
}

std::string NodeDefinition::shortName() const {
  const std::vector<std::string> parts = splitAt(type, ':');
  return parts.size() > 2 ? parts[2] : type;
}

const Parameter* NodeDefinition::find(std::string_view name) const {
  for (const Parameter& parameter : parameters)
    if (parameter.name == name && parameter.kind != ParameterKind::end) return &parameter;
  return nullptr;
}

std::size_t NodeDefinition::requiredInputs() const {
  std::size_t count = 0;
  while (count < inputs.size() && inputs[count].required) ++count;
  return count;
}

const NodeDefinition* findNode(std::string_view type) {
  return findNode(allNodes(), type);
}

const NodeDefinition* findNode(const std::vector<NodeDefinition>& nodes, std::string_view type) {
  for (const NodeDefinition& node : nodes) {
    const std::string unversioned = node.type.substr(0, node.type.rfind("::"));
    if (type == node.type || type == unversioned || type == node.shortName()) return &node;
  }
  return nullptr;
}

}  // namespace tendril::nodes
