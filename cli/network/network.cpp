// A network on a frame: keys interpolated, names of files filled in.
#include "cli/network/network.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <set>

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
    if (!name.empty() && name != "HIP" && name != "WEDGE")
      throw Error("file: $" + name + " is not known here; there are $F, $F4, $FF, $HIP and $WEDGE");
  }
}

void replaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// $F, $FF first: they are the file's own; what a folder's name holds is not looked at.
std::string expanded(std::string path, const Network& network, const std::string& folder,
                     std::optional<double> frame) {
  if (frame && hasFrame(path)) path = expandFrame(path, *frame);
  if (frame) checkVariables(path);
  for (const char* name : {"${WEDGE}", "$WEDGE"}) replaceAll(path, name, network.wedge);
  for (const char* name : {"${HIP}", "$HIP"}) replaceAll(path, name, network.folder);
  const std::filesystem::path p(path);
  return path.empty() || p.is_absolute() ? path : (std::filesystem::path(folder) / p).string();
}

const std::string& folderOf(const Network& network, const NetworkNode& node, const std::string& parameter) {
  const auto own = node.folders.find(parameter);
  return own != node.folders.end() ? own->second : network.folder;
}

std::string textOf(const NetworkNode& node, const std::string& parameter) {
  return std::get<std::string>(node.parms.get(parameter));
}

}  // namespace

Parms parmsAt(const Network& network, const NetworkNode& node, double frame) {
  Parms parms = node.parms.copy();
  for (const auto& [name, keys] : node.keys) parms.set(name, valueAt(*parms.parameterOf(name), keys, frame));
  for (const Parameter& parameter : node.definition().parameters)
    if (parameter.kind == ParameterKind::file)
      parms.set(parameter.name, expanded(std::get<std::string>(parms.get(parameter.name)), network,
                                         folderOf(network, node, parameter.name), frame));
  return parms;
}

std::vector<Parms> momentsOf(const Network& network, const NetworkNode& node) {
  std::set<double> frames = {static_cast<double>(network.firstFrame)};
  for (const auto& [name, keys] : node.keys)
    for (const Key& key : keys) frames.insert(key.frame);
  std::vector<Parms> moments;
  for (const double frame : frames) {
    moments.push_back(node.parms.copy());
    for (const auto& [name, keys] : node.keys)
      moments.back().set(name, valueAt(*moments.back().parameterOf(name), keys, frame));
  }
  return moments;
}

std::string fileAt(const Network& network, const NetworkNode& node, const std::string& parameter,
                   double frame) {
  return expanded(textOf(node, parameter), network, folderOf(network, node, parameter), frame);
}

std::string filePattern(const Network& network, const NetworkNode& node, const std::string& parameter) {
  return expanded(textOf(node, parameter), network, folderOf(network, node, parameter), {});
}

std::string folderHint(const Network& network, const NetworkNode& node, double frame,
                       const std::string& error) {
  for (const Parameter& parameter : node.definition().parameters) {
    if (parameter.kind != ParameterKind::file) continue;
    const std::string text = textOf(node, parameter.name);
    std::error_code unknown;
    if (text.empty() || text.find("$HIP") == 0 || text.find("${HIP}") == 0) continue;
    if (std::filesystem::path(text).is_absolute()) continue;
    const std::string path = fileAt(network, node, parameter.name, frame);
    if (error.find(path) == std::string::npos || std::filesystem::exists(path, unknown)) continue;
    const std::string shell = std::filesystem::current_path(unknown).string();
    if (node.folders.count(parameter.name))
      return " (names in --set begin at the shell's folder, " + shell +
             "; those in the network, and $HIP, at " + network.folder + ")";
    return " (names in the network begin at its folder, " + network.folder +
           "; those in --set at the shell's, " + shell + ")";
  }
  return {};
}

}  // namespace tendril::cli
