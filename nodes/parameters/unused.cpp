// Parameters that were set and have no effect.
#include "nodes/parameters/unused.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "nodes/parameters/text.h"
#include "solver/base/error.h"

namespace tendril::nodes {
namespace {

// The input of "hasinput(2)"; none where a term is about a parameter.
std::optional<std::size_t> inputOf(const std::string& name) {
  constexpr std::string_view kBefore = "hasinput(";
  if (name.rfind(kBefore, 0) != 0) return {};
  const std::optional<double> number =
      parseNumber(std::string_view(name).substr(kBefore.size(), name.size() - kBefore.size() - 1));
  if (!number) throw Error("\"" + name + "\" names no input");
  return static_cast<std::size_t>(*number);
}

bool compares(double a, const std::string& how, double b) {
  if (how == "==") return a == b;
  if (how == "!=") return a != b;
  if (how == "<") return a < b;
  if (how == "<=") return a <= b;
  if (how == ">") return a > b;
  if (how == ">=") return a >= b;
  throw Error("\"" + how + "\" compares nothing");
}

// One node's parameters at one moment, and what is connected.
class At {
 public:
  At(const Parms& parms, const Connected& connected) : parms_(parms), connected_(connected) {}

  bool holds(const ConditionTerms& terms) const {
    return std::all_of(terms.begin(), terms.end(), [&](const auto& term) { return holds(term); });
  }

  // "Goal Weight is 0 and Colliders is not connected"
  std::string tell(const ConditionTerms& terms) const {
    std::vector<std::string> told;
    for (const std::vector<std::string>& term : terms) {
      const std::string one = tell(term[0]);
      if (std::find(told.begin(), told.end(), one) == told.end()) told.push_back(one);
    }
    return joined(told, " and ");
  }

 private:
  bool isConnected(std::size_t input) const { return input < connected_.size() && connected_[input]; }

  bool holds(const std::vector<std::string>& term) const {
    const auto& [name, how, wanted] = std::tie(term[0], term[1], term[2]);
    const std::optional<double> number = parseNumber(wanted);
    if (const auto input = inputOf(name)) return compares(isConnected(*input), how, number.value_or(1));
    const ParmValue value = parms_.get(name);
    const Parameter& parameter = *parms_.parameterOf(name);
    if (number && parameter.kind != ParameterKind::string) return compares(numberOf(value), how, *number);
    const bool same = formatValue(parameter, value) == wanted;
    if (how != "==" && how != "!=") throw Error(name + ": texts are equal or not");
    return same == (how == "==");
  }

  static double numberOf(const ParmValue& value) {
    if (const auto* v = std::get_if<bool>(&value)) return *v ? 1 : 0;
    if (const auto* v = std::get_if<std::int64_t>(&value)) return static_cast<double>(*v);
    return std::get<double>(value);
  }

  std::string tell(const std::string& name) const {
    if (const auto input = inputOf(name))
      return std::string(parms_.node().inputs.at(*input).label) + " is " +
             (isConnected(*input) ? "connected" : "not connected");
    const Parameter& parameter = *parms_.parameterOf(name);
    const ParmValue value = parms_.get(parameter.name);
    if (const auto* on = std::get_if<bool>(&value)) return parameter.label + " is " + (*on ? "on" : "off");
    if (parameter.kind == ParameterKind::menu)
      return parameter.label + " is " +
             parameter.items.at(static_cast<std::size_t>(std::get<std::int64_t>(value))).label;
    return parameter.label + " is " + formatValue(parameter, value);
  }

  const Parms& parms_;
  const Connected& connected_;
};

// The brace that holds now; none where none does.
std::optional<ConditionTerms> holding(const std::string& condition, const Parms& parms,
                                      const Connected& connected) {
  for (const ConditionTerms& terms : readCondition(condition))
    if (At(parms, connected).holds(terms)) return terms;
  return {};
}

std::optional<ConditionTerms> hiding(const Parameter& parameter, const Parms& parms,
                                     const Connected& connected) {
  for (const std::string* condition : {&parameter.hideWhen, &parameter.disableWhen, &parameter.unusedWhen})
    if (const auto terms = holding(*condition, parms, connected)) return terms;
  return {};
}

bool isOnOne(const std::vector<std::shared_ptr<const Geometry>>& inputs, const std::string& name) {
  for (const auto& input : inputs)
    for (const Owner owner : kOwners)
      if (input && input->find(owner, name)) return true;
  return false;
}

bool mayBeUnused(const Parameter& parameter) {
  return parameter.holdsValue() && !parameter.usedByAttributes &&
         parameter.name.find('#') == std::string::npos &&
         !(parameter.hideWhen.empty() && parameter.disableWhen.empty() && parameter.unusedWhen.empty());
}

}  // namespace

Connected connectedOf(const std::vector<std::shared_ptr<const Geometry>>& inputs) {
  Connected connected;
  for (const auto& input : inputs) connected.push_back(input != nullptr);
  return connected;
}

std::vector<ConditionTerms> readCondition(const std::string& condition) {
  std::vector<ConditionTerms> braces;
  std::vector<std::string> term;
  bool open = false;
  for (const std::string& word : words(condition)) {
    if (word == "{" && !open) {
      braces.emplace_back();
      open = true;
    } else if (word == "}" && open && term.empty()) {
      open = false;
    } else if (open && word != "{" && word != "}") {
      term.push_back(word);
      if (term.size() == 3) braces.back().push_back(std::exchange(term, {}));
    } else {
      throw Error("\"" + condition + "\" is no condition");
    }
  }
  if (open) throw Error("\"" + condition + "\" is no condition");
  return braces;
}

std::vector<Unused> unusedOf(const std::vector<Parms>& moments, const Connected& connected) {
  std::vector<Unused> unused;
  const NodeDefinition& node = moments.at(0).node();
  for (const Parameter& parameter : node.parameters) {
    if (!mayBeUnused(parameter)) continue;
    const ParmValue usual = defaultOf(node, parameter);
    const bool given = std::any_of(moments.begin(), moments.end(),
                                   [&](const Parms& parms) { return !(parms.get(parameter.name) == usual); });
    if (!given || !std::all_of(moments.begin(), moments.end(), [&](const Parms& parms) {
          return hiding(parameter, parms, connected).has_value();
        }))
      continue;
    const Parms& first = moments[0];
    unused.push_back({&parameter, At(first, connected).tell(*hiding(parameter, first, connected))});
  }
  return unused;
}

std::vector<std::string> unusedAttributes(const std::vector<Parms>& moments,
                                          const std::vector<std::shared_ptr<const Geometry>>& inputs) {
  const Connected connected = connectedOf(inputs);
  std::vector<std::string> told;
  for (const NodeAttribute& attribute : moments.at(0).node().attributesRead) {
    const bool idle = std::all_of(moments.begin(), moments.end(), [&](const Parms& parms) {
      return holding(attribute.unusedWhen, parms, connected).has_value();
    });
    if (!idle) continue;
    const Parms& first = moments[0];
    const std::string why = At(first, connected).tell(*holding(attribute.unusedWhen, first, connected));
    for (const std::string& name : words(attribute.names))
      if (isOnOne(inputs, name)) told.push_back("the attribute " + name + " has no effect: " + why);
  }
  return told;
}

std::string unusedText(const std::vector<Unused>& unused) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const Unused& one : unused) {
    const auto known =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == one.why; });
    auto& labels = known == reasons.end() ? reasons.emplace_back(one.why, std::vector<std::string>()).second
                                          : known->second;
    labels.push_back(one.parameter->label);
  }
  std::vector<std::string> parts;
  for (const auto& [why, labels] : reasons) parts.push_back(joined(labels, ", ") + " (" + why + ")");
  return counted(unused.size(), "setting has", "settings have") + " no effect: " + joined(parts, "; ");
}

}  // namespace tendril::nodes
