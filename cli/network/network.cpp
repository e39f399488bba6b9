// A network on a frame: keys interpolated, names of files filled in.
#include "cli/network/network.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "cli/host/frames.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

ParmValue between(const ParmValue& a, const ParmValue& b, double u) {
  const auto mix = [u](double x, double y) { return (1 - u) * x + u * y; };
  if (const auto* x = std::get_if<double>(&a)) return mix(*x, std::get<double>(b));
  if (const auto* x = std::get_if<std::int64_t>(&a))
    return mix(static_cast<double>(*x), static_cast<double>(std::get<std::int64_t>(b)));
  if (const auto* x = std::get_if<std::vector<double>>(&a)) {
    std::vector<double> mixed;
    for (std::size_t i = 0; i < x->size(); ++i)
      mixed.push_back(mix((*x)[i], std::get<std::vector<double>>(b)[i]));
    return mixed;
  }
  return a;  // text and toggles hold
}

ParmValue valueAt(const Parameter& parameter, const std::vector<Key>& keys, double frame) {
  if (frame <= keys.front().frame) return keys.front().value;
  if (frame >= keys.back().frame) return keys.back().value;
  const auto next = std::upper_bound(keys.begin(), keys.end(), frame,
                                     [](double f, const Key& key) { return f < key.frame; });
  const Key &a = *(next - 1), &b = *next;
  double u = (frame - a.frame) / (b.frame - a.frame);
  if (a.shape == Key::Shape::constant || parameter.kind == ParameterKind::menu) return a.value;
  if (a.shape == Key::Shape::smooth) u = u * u * (3 - 2 * u);
  ParmValue value = between(a.value, b.value, u);
  if (parameter.kind == ParameterKind::integer)
    if (const auto* number = std::get_if<double>(&value)) return std::round(*number);
  return value;
}

// A variable that nobody fills in would become a folder of that name.
void checkVariables(const std::string& path) {
  for (std::size_t at = path.find('$'); at != std::string::npos; at = path.find('$', at + 1)) {
    const std::size_t start = at + (path.compare(at + 1, 1, "{") == 0 ? 2 : 1);
    std::size_t end = start;
    while (end < path.size() && (std::isalnum(static_cast<unsigned char>(path[end])) || path[end] == '_'))
      ++end;
    const std::string name = path.substr(start, end - start);
    if (!name.empty() && name != "HIP")
      throw Error("file: $" + name + " is not known here; there are $F, $F4, $FF and $HIP");
  }
}

// $F, $FF first: they are the file's own; what the folder's name holds is not looked at.
std::string expanded(std::string path, const std::string& folder, double frame) {
  if (hasFrame(path)) path = expandFrame(path, frame);
  checkVariables(path);
  for (const std::string name : {"${HIP}", "$HIP"})
    for (std::size_t at = path.find(name); at != std::string::npos; at = path.find(name, at + folder.size()))
      path.replace(at, name.size(), folder);
  const std::filesystem::path p(path);
  return path.empty() || p.is_absolute() ? path : (std::filesystem::path(folder) / p).string();
}

}  // namespace

Parms parmsAt(const Network& network, const NetworkNode& node, double frame) {
  Parms parms = node.parms.copy();
  for (const auto& [name, keys] : node.keys) parms.set(name, valueAt(*parms.parameterOf(name), keys, frame));
  for (const Parameter& parameter : node.definition().parameters)
    if (parameter.kind == ParameterKind::file)
      parms.set(parameter.name,
                expanded(std::get<std::string>(parms.get(parameter.name)), network.folder, frame));
  return parms;
}

}  // namespace tendril::cli
