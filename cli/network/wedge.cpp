// Variants of a network.
#include "cli/network/wedge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <set>

#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "nodes/parameters/closest.h"
#include "nodes/parameters/text.h"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMost = 1000;

// 1e+08 as people write it.
std::string plain(double value) {
  std::string text = formatNumber(value);
  if (const std::size_t at = text.find("e+"); at != std::string::npos) text.erase(at + 1, 1);
  const std::size_t at = text.find('e');
  const std::size_t zeros = at == std::string::npos ? at : at + (text[at + 1] == '-' ? 2 : 1);
  while (at != std::string::npos && zeros + 1 < text.size() && text[zeros] == '0') text.erase(zeros, 1);
  return text;
}

// "2..8:4", "1e7..1e9:3log"; false: it is no range.
bool readRange(const std::string& text, const std::string& setting, std::vector<std::string>& values) {
  const std::size_t dots = text.find(".."), colon = text.find(':');
  if (dots == std::string::npos) return false;
  std::string count = colon == std::string::npos || colon < dots ? std::string() : text.substr(colon + 1);
  const bool geometric = count.size() > 3 && count.compare(count.size() - 3, 3, "log") == 0;
  if (geometric) count.resize(count.size() - 3);
  const auto low = parseNumber(text.substr(0, dots)),
             high = parseNumber(text.substr(dots + 2, count.empty() ? std::string::npos : colon - dots - 2)),
             number = parseNumber(count);
  if (!low || !high || !number || *number != std::floor(*number) || *number < 2 || *number > kMost)
    throw UsageError("--set " + setting + ": a range is written LOW..HIGH:COUNT, or LOW..HIGH:COUNTlog");
  if (geometric && !(*low > 0 && *high > 0))
    throw UsageError("--set " + setting + ": a range with log lies above 0");
  for (int i = 0; i < static_cast<int>(*number); ++i) {
    const double u = i / (*number - 1);
    const double value = geometric ? *low * std::pow(*high / *low, u) : *low + (*high - *low) * u;
    values.push_back(plain(std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr)));
  }
  return true;
}

bool holdsText(const Parameter& parameter) {
  return parameter.kind == ParameterKind::string || parameter.kind == ParameterKind::group ||
         parameter.kind == ParameterKind::file;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// For the name of a file.
std::string safe(const std::string& text) {
  std::string name;
  for (const char c : text)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' ? c : '_';
  return name;
}

std::string parameterOf(const WedgeAxis& axis) {
  return axis.target.substr(axis.target.find('.') + 1);
}

// The parameter, with its node where another axis has one of that name.
std::string nameOf(const WedgeAxis& axis, const std::vector<WedgeAxis>& axes) {
  for (const WedgeAxis& other : axes)
    if (other.target != axis.target && parameterOf(other) == parameterOf(axis)) return axis.target;
  return parameterOf(axis);
}

}  // namespace

WedgeAxis wedgeAxis(const Network& network, const std::string& setting) {
  const std::size_t equal = setting.find('='), dot = setting.find('.');
  if (equal == std::string::npos || dot == std::string::npos || dot > equal)
    throw UsageError("--set " + setting + ": is written node.parameter=value,value,...");
  WedgeAxis axis{setting.substr(0, equal), {}};
  const std::string node = setting.substr(0, dot), text = setting.substr(equal + 1);
  const Parameter* parameter = nullptr;
  std::vector<std::string> names;
  for (const NetworkNode& one : network.nodes) {
    names.push_back(one.name);
    if (one.name == node) parameter = one.parms.parameterOf(parameterOf(axis));
  }
  if (std::find(names.begin(), names.end(), node) == names.end())
    throw UsageError("--set " + setting + ": there is no node called \"" + node + "\"" +
                     didYouMean(node, names));
  const bool many = text.find('|') != std::string::npos;
  const bool whole = !many && parameter && holdsText(*parameter);  // readNetwork() names an unknown one
  for (const std::string& part : whole ? std::vector<std::string>{text} : splitAt(text, many ? '|' : ',')) {
    const std::string value = trimmed(part);
    if (value.empty() && !whole) throw UsageError("--set " + setting + ": a value is empty");
    if (many || whole || !readRange(value, setting, axis.values)) axis.values.push_back(value);
  }
  return axis;
}

std::vector<Wedge> wedgesOf(const std::vector<WedgeAxis>& axes) {
  std::vector<Wedge> wedges = {{}};
  for (const WedgeAxis& axis : axes) {
    if (wedges.size() * axis.values.size() > kMost)
      throw UsageError(fmt::format("these are more than {} wedges", kMost));
    std::vector<Wedge> more;
    for (const Wedge& wedge : wedges)
      for (const std::string& value : axis.values) {
        Wedge next = wedge;
        next.settings.push_back(axis.target + "=" + value);
        if (axis.values.size() > 1) {
          next.values.push_back(value);
          next.label += (next.label.empty() ? "" : ", ") + nameOf(axis, axes) + " " + value;
          next.name += "_" + safe(nameOf(axis, axes) + "-" + value);
        }
        more.push_back(std::move(next));
      }
    wedges = std::move(more);
  }
  if (wedges.size() == 1)
    throw UsageError("no --set has several values; write --set node.parameter=1,2,3 or 1..3:3");
  constexpr std::size_t kLongest = 80;
  const int digits = static_cast<int>(std::to_string(wedges.size()).size());
  for (std::size_t i = 0; i < wedges.size(); ++i)
    wedges[i].name = (fmt::format("{:0{}}", i + 1, digits) + wedges[i].name).substr(0, kLongest);
  return wedges;
}

namespace {

// The last parts of a name: as many as say the frame.
std::string tailOf(const std::string& name) {
  const fs::path path(name);
  fs::path tail = path.filename(), rest = path.parent_path();
  while (hasFrame(name) && !hasFrame(tail.string()) && rest.has_filename()) {
    tail = rest.filename() / tail;
    rest = rest.parent_path();
  }
  return tail.string();
}

// Through caches, to the node that made what a node takes first.
const NetworkNode* sourceOf(const Network& network, const NetworkNode& node, std::size_t& output) {
  const NetworkInput* from = node.inputs.empty() ? nullptr : &node.inputs[0];
  while (from && from->node && network.nodes[*from->node].definition().writes)
    from = &network.nodes[*from->node].inputs[0];
  if (!from || !from->node) return nullptr;
  output = from->output;
  return &network.nodes[*from->node];
}

}  // namespace

void sendTo(const std::string& folder, const Wedge& wedge, Network& network) {
  network.wedge = wedge.name;
  std::set<std::string> taken;
  for (NetworkNode& node : network.nodes) {
    if (!node.definition().writes) continue;
    for (const Parameter& parameter : node.definition().parameters) {
      if (parameter.kind != ParameterKind::file) continue;
      const std::string text = std::get<std::string>(node.parms.get(parameter.name));
      if (text.empty() || text.find("$WEDGE") != std::string::npos ||
          text.find("${WEDGE}") != std::string::npos)
        continue;
      std::string tail = tailOf(text);
      if (!taken.insert(tail).second) tail = node.name + "." + parameter.name + "/" + tail;
      taken.insert(tail);
      node.parms.setText(parameter.name, tail);
      node.keys.erase(parameter.name);
      node.folders[parameter.name] = (fs::absolute(folder) / wedge.name).string();
    }
  }
}

std::vector<std::string> cachesToShow(const Network& network) {
  std::vector<std::string> rods, others;
  bool drawn = false;
  for (const NetworkNode& cache : network.nodes) {
    if (cache.definition().shortName() != "cache") continue;
    std::size_t output = 0;
    const NetworkNode* source = sourceOf(network, cache, output);
    const std::string type = source ? source->definition().shortName() : "";
    if (type == "constrain" || (type == "solver" && output == 1)) continue;
    drawn = drawn || type == "curves";
    const bool isRods = type == "rods" || (type == "solver" && output == 0);
    (isRods ? rods : others).push_back(filePattern(network, cache, "file"));
  }
  if (!drawn) others.insert(others.begin(), rods.begin(), rods.end());
  return others;
}

}  // namespace tendril::cli
