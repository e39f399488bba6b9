// tendril fit: curves of a file to rods, with all parameters of tendril::rods as flags.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/commands/commands.h"
#include "cli/host/finite.h"
#include "cli/host/terminal_host.h"
#include "cli/host/threads.h"
#include "cli/host/usage.h"
#include "cli/io/geometry_file.h"
#include "nodes/attributes/curve_binding.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/text.h"
#include "nodes/parameters/unused.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli {
namespace {

struct Options {
  std::string from, rest, to;
  std::map<std::string, std::string> parms;
  double unitLength = 1;
  int threads = 0;
  ReadFlags read;
};

Parms parmsOf(const Options& options, const NodeDefinition& node) {
  Parms parms(node);
  try {
    for (const bool presets : {true, false})
      for (const auto& [name, text] : options.parms)
        if (parms.parameterOf(name)->presets.empty() != presets) parms.setText(name, text);
  } catch (const Error& error) {
    throw UsageError(std::string("--") + error.what());
  }
  return parms;
}

// How far points are from their rod's smooth curve, over its length.
double missOf(const Geometry& geometry, const Rod& rod) {
  double worst = 0;
  for (const Eigen::Vector3d& offset : readPlaces(geometry, rod.primitive).offset)
    worst = std::max(worst, offset.norm());
  return worst / rod.shape.length();
}

void report(const Geometry& geometry, double seconds) {
  const std::vector<Rod> rods = readRods(geometry);
  std::vector<std::pair<double, std::int64_t>> misses;
  std::size_t elements = 0;
  double sum = 0;
  for (const Rod& rod : rods) {
    elements += rod.shape.elements();
    misses.emplace_back(missOf(geometry, rod), rod.id);
    sum += misses.back().first;
  }
  fmt::print("{}, {}, {:.2f} s ({:.0f} rods a second)\n", nodes::counted(rods.size(), "rod", "rods"),
             nodes::counted(elements, "element", "elements"), seconds,
             static_cast<double>(rods.size()) / std::max(seconds, 1e-9));
  if (rods.empty()) return;
  std::sort(misses.rbegin(), misses.rend());
  fmt::print(
      "largest distance from the curve, over its length: mean {:.3f} %, median {:.3f} %, worst {:.3f} % (id "
      "{})\n",
      100 * sum / static_cast<double>(rods.size()), 100 * misses[misses.size() / 2].first,
      100 * misses[0].first, misses[0].second);
}

void fit(const Options& options) {
  const ThreadLimit limit(options.threads);
  const NodeDefinition& node = *findNode("rods");
  const Parms parms = parmsOf(options, node);
  TerminalHost host;
  Cook cook{host, {}, 1, 24, options.unitLength};
  for (const std::string& path : {options.from, options.rest})
    if (!path.empty())
      cook.inputs.push_back(
          std::make_shared<const Geometry>(io::readGeometryFile(path, options.read.options())));
  if (const auto unused = nodes::unusedOf({parms}, nodes::connectedOf(cook.inputs)); !unused.empty())
    host.note(nodes::unusedText(unused));
  const double before = host.seconds();
  std::shared_ptr<const Geometry> rods;
  try {
    rods = node.cook(parms.data(), cook).at(0);
  } catch (const Interrupted&) {
    throw Error("stopped; nothing was written");
  } catch (const Error& error) {
    throw Error((options.rest.empty() ? options.from + ": " : std::string()) + error.what());
  }
  report(*rods, host.seconds() - before);
  if (options.to.empty()) return;
  checkFinite(*rods);
  io::writeGeometryFile(options.to, *rods);
  fmt::print("{} -> {}\n", options.from, options.to);
}

}  // namespace

void addFit(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("fit", "Turn the curves of a file into rods, and say how well they fit");
  command->add_option("FILE", options->from, "Geometry file with curves")->required();
  command->add_option("-o,--output", options->to, "Geometry file to write the rods to");
  command->add_option("--restfile", options->rest, "Geometry file with the rest curves");
  command->add_option("--unitlength", options->unitLength, "Metres of a scene unit: 0.01 for centimetres")
      ->check(CLI::Range(1e-9, 1e9));
  for (const Parameter& parameter : findNode("rods")->parameters)
    if (parameter.holdsValue()) {
      const auto keep = [options, name = parameter.name](const std::string& text) {
        options->parms[name] = text;
      };
      command
          ->add_option_function<std::string>("--" + parameter.name, keep,
                                             flagText(*findNode("rods"), parameter))
          ->type_name(metavariable(parameter));
    }
  addThreads(*command, options->threads);
  options->read.addTo(*command);
  command->footer("Example:\n  tendril fit groom.bgeo.sc --elements 6 --model helix -o rods.bgeo.sc");
  command->callback([options] { fit(*options); });
}

}  // namespace tendril::cli
