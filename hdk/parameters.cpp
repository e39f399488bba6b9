// A node's parameters.
#include "hdk/parameters.h"

#include <UT/UT_IStream.h>
#include <UT/UT_Ramp.h>

#include <optional>
#include <utility>

namespace tendril::hdk {
namespace {

constexpr std::pair<UT_SPLINE_BASIS, Ramp::Shape> kShapes[] = {
    {UT_SPLINE_CONSTANT, Ramp::Shape::constant},
    {UT_SPLINE_LINEAR, Ramp::Shape::linear},
    {UT_SPLINE_CATMULL_ROM, Ramp::Shape::catmullRom},
    {UT_SPLINE_MONOTONECUBIC, Ramp::Shape::monotoneCubic}};

std::optional<Ramp::Shape> shapeOf(UT_SPLINE_BASIS basis) {
  for (const auto& [houdini, ours] : kShapes)
    if (houdini == basis) return ours;
  return {};
}

// A ramp with keys of shapes that Tendril does not know (Bezier, B-spline ...), as straight pieces: dense
// enough that nobody sees a corner.
Ramp sampled(const UT_Ramp& from) {
  constexpr int kPieces = 256;
  Ramp ramp;
  for (int i = 0; i <= kPieces; ++i) {
    float values[4];
    const float position = static_cast<float>(i) / kPieces;
    from.rampLookup(position, values);
    ramp.keys.push_back({position, values[0], Ramp::Shape::linear});
  }
  return ramp;
}

Ramp rampOf(const std::string& encoded) {
  UT_IStream stream(encoded.c_str(), encoded.size(), UT_ISTREAM_ASCII);
  UT_Ramp from;
  from.load(stream);
  if (from.getNodeCount() == 0) throw Error("the ramp cannot be read");
  Ramp ramp;
  for (int i = 0; i < from.getNodeCount(); ++i) {
    const UT_ColorNode& key = *from.getNode(i);
    const auto shape = shapeOf(key.basis);
    if (!shape) return sampled(from);
    ramp.keys.push_back({key.t, key.rgba.r, *shape});
  }
  return ramp;
}

ParmValue valueOf(const Parameter& parameter, const Evaluator& evaluate, const int* instance) {
  const char* name = parameter.name.c_str();
  switch (parameter.kind) {
    case ParameterKind::toggle:
      return evaluate.whole(name, instance, 0) != 0;
    case ParameterKind::integer:
    case ParameterKind::menu:
      return static_cast<std::int64_t>(evaluate.whole(name, instance, 0));
    case ParameterKind::real:
      return evaluate.number(name, instance, 0);
    case ParameterKind::vector:
    case ParameterKind::colour: {
      std::vector<double> values;
      for (std::size_t c = 0; c < parameter.size; ++c)
        values.push_back(evaluate.number(name, instance, static_cast<int>(c)));
      return values;
    }
    case ParameterKind::ramp:
      try {
        return rampOf(evaluate.text(name, instance));
      } catch (const Error& error) {
        throw Error(parameter.name + ": " + error.what());
      }
    default:
      return evaluate.text(name, instance);
  }
}

std::string instanceName(const std::string& name, int number) {
  const std::size_t mark = name.find('#');
  return name.substr(0, mark) + std::to_string(number) + name.substr(mark + 1);
}

}  // namespace

Parms readParms(const NodeDefinition& node, const Evaluator& evaluate) {
  Parms parms(node);
  const Parameter* list = nullptr;
  // what fills in others comes first: all numbers are read after it
  for (const Parameter& parameter : node.parameters)
    if (!parameter.presets.empty()) parms.set(parameter.name, valueOf(parameter, evaluate, nullptr));
  for (const Parameter& parameter : node.parameters) {
    if (parameter.kind == ParameterKind::end) list = nullptr;
    if (parameter.kind == ParameterKind::multiparm) {
      list = &parameter;
      parms.set(parameter.name,
                static_cast<std::int64_t>(evaluate.whole(parameter.name.c_str(), nullptr, 0)));
    }
    if (!parameter.holdsValue() || !parameter.presets.empty()) continue;
    if (evaluate.has && !evaluate.has(parameter.name.c_str())) continue;
    if (!list) {
      try {
        parms.set(parameter.name, valueOf(parameter, evaluate, nullptr));
      } catch (const Error& error) {
        if (parameter.kind != ParameterKind::ramp || !evaluate.complain) throw;
        evaluate.complain(error.what());
      }
      continue;
    }
    const int count = static_cast<int>(std::get<std::int64_t>(parms.get(list->name)));
    for (int i = 1; i <= count; ++i)
      parms.set(instanceName(parameter.name, i), valueOf(parameter, evaluate, &i));
  }
  return parms;
}

}  // namespace tendril::hdk
