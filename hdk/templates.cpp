// Templates of parameters.
#include "hdk/templates.h"

#include <PRM/PRM_Callback.h>
#include <PRM/PRM_ChoiceList.h>
#include <PRM/PRM_Conditional.h>
#include <PRM/PRM_Default.h>
#include <PRM/PRM_Name.h>
#include <PRM/PRM_Range.h>
#include <PRM/PRM_SpareData.h>

#include <deque>
#include <string>
#include <vector>

#include "nodes/parameters/help_card.h"
#include "nodes/parameters/values.h"
#include "solver/base/error.h"

namespace tendril::hdk {
namespace {

// Templates only point at their parts: here they stay, and nobody deletes them.
class Maker {
 public:
  void addData(const NodeInput& input) {
    const std::string& token = kept(input.dataParm());
    add(PRM_STRING, 1, name(token, kept(std::string(input.label) + " Data")), text(input.data), input.help);
  }

  void add(const NodeDefinition& node, const Parameter& parameter) {
    if (parameter.kind == ParameterKind::tab || parameter.kind == ParameterKind::collapsible)
      return add(PRM_HEADING, 1, nameOf(parameter), nullptr, "");
    if (!parameter.holdsValue()) return;
    const ParmValue value = defaultOf(node, parameter);
    if (parameter.kind == ParameterKind::ramp) return addRamp(parameter, std::get<Ramp>(value));
    PRM_Default* defaults = nullptr;
    if (const auto* words = std::get_if<std::string>(&value)) {
      defaults = text(words->c_str());
    } else {
      std::vector<PRM_Default>& numbers = defaults_.emplace_back();
      for (const double number : numbersOf(value)) numbers.emplace_back(number);
      defaults = numbers.data();
    }
    add(typeOf(parameter), static_cast<int>(parameter.size), nameOf(parameter), defaults, tipText(parameter),
        choicesOf(parameter), rangeOf(parameter), conditionOf(parameter));
  }

  PRM_Template* finish() {
    templates_.emplace_back();
    return templates_.data();
  }

 private:
  static PRM_Type typeOf(const Parameter& parameter) {
    switch (parameter.kind) {
      case ParameterKind::toggle:
        return PRM_TOGGLE_J;
      case ParameterKind::integer:
        return PRM_INT_J;
      case ParameterKind::real:
        return PRM_FLT_J;
      case ParameterKind::vector:
        return parameter.size == 3 ? PRM_XYZ_J : PRM_FLT_J;
      case ParameterKind::menu:
        return PRM_ORD;
      case ParameterKind::string:
      case ParameterKind::file:
        return PRM_STRING;
      default:
        throw Error(parameter.name + ": no template for parameters of this kind");
    }
  }

  static std::vector<double> numbersOf(const ParmValue& value) {
    if (const auto* on = std::get_if<bool>(&value)) return {*on ? 1.0 : 0.0};
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return {static_cast<double>(*whole)};
    if (const auto* number = std::get_if<double>(&value)) return {*number};
    return std::get<std::vector<double>>(value);
  }

  void add(PRM_Type type, int size, PRM_Name* named, PRM_Default* defaults, const std::string& help,
           PRM_ChoiceList* choices = nullptr, PRM_Range* range = nullptr,
           PRM_Conditional* condition = nullptr) {
    templates_.push_back(PRM_Template(type, size, named, defaults, choices, range, PRM_Callback(), nullptr, 1,
                                      kept(help).c_str(), condition));
  }

  void addRamp(const Parameter& parameter, const Ramp& ramp) {
    PRM_SpareData& spare = spares_.emplace_back();
    spare.addTokenValue(PRM_SpareData::getFloatRampDefaultToken(), kept(rampText(ramp)).c_str());
    std::vector<PRM_Default>& count = defaults_.emplace_back();
    count.emplace_back(static_cast<double>(ramp.keys.size()));
    templates_.emplace_back();
    templates_.back().initMulti(PRM_MULTITYPE_RAMP_FLT, nullptr, PRM_Template::PRM_EXPORT_MIN, 1,
                                nameOf(parameter), count.data(), nullptr, PRM_Callback(), &spare,
                                kept(tipText(parameter)).c_str(), conditionOf(parameter));
  }

  PRM_ChoiceList* choicesOf(const Parameter& parameter) {
    if (parameter.kind != ParameterKind::menu) return nullptr;
    std::vector<PRM_Name>& names = items_.emplace_back();
    for (const MenuItem& item : parameter.items)
      names.emplace_back(kept(item.token).c_str(), kept(item.label).c_str());
    names.emplace_back(nullptr);
    return &choices_.emplace_back(PRM_CHOICELIST_SINGLE, names.data());
  }

  PRM_Range* rangeOf(const Parameter& parameter) {
    if (!parameter.isNumber() || parameter.kind == ParameterKind::vector) return nullptr;
    const auto low = parameter.softLow ? parameter.softLow : parameter.hardLow,
               high = parameter.softHigh ? parameter.softHigh : parameter.hardHigh;
    if (!low || !high) return nullptr;
    // a limit that is none of the slider's is for Tendril to tell of
    return &ranges_.emplace_back(parameter.hardLow == low ? PRM_RANGE_RESTRICTED : PRM_RANGE_UI, *low,
                                 parameter.hardHigh == high ? PRM_RANGE_RESTRICTED : PRM_RANGE_UI, *high);
  }

  PRM_Conditional* conditionOf(const Parameter& parameter) {
    if (!parameter.hideWhen.empty())
      return &conditions_.emplace_back(kept(parameter.hideWhen).c_str(), PRM_CONDTYPE_HIDE);
    if (!parameter.disableWhen.empty())
      return &conditions_.emplace_back(kept(parameter.disableWhen).c_str(), PRM_CONDTYPE_DISABLE);
    return nullptr;
  }

  const std::string& kept(const std::string& words) { return texts_.emplace_back(words); }
  PRM_Name* name(const std::string& token, const std::string& label) {
    return &names_.emplace_back(token.c_str(), label.c_str());
  }
  PRM_Name* nameOf(const Parameter& parameter) { return name(kept(parameter.name), kept(parameter.label)); }
  PRM_Default* text(const char* words) {
    std::vector<PRM_Default>& one = defaults_.emplace_back();
    one.emplace_back(0, kept(words).c_str());
    return one.data();
  }

  std::deque<std::string> texts_;
  std::deque<PRM_Name> names_;
  std::deque<std::vector<PRM_Default>> defaults_;
  std::deque<std::vector<PRM_Name>> items_;
  std::deque<PRM_ChoiceList> choices_;
  std::deque<PRM_Range> ranges_;
  std::deque<PRM_Conditional> conditions_;
  std::deque<PRM_SpareData> spares_;
  std::vector<PRM_Template> templates_;
};

}  // namespace

PRM_Template* templatesOf(const NodeDefinition& node) {
  Maker& maker = *new Maker;
  for (const NodeInput& input : node.inputs)
    if (input.data) maker.addData(input);
  for (const Parameter& parameter : node.parameters) maker.add(node, parameter);
  return maker.finish();
}

}  // namespace tendril::hdk
