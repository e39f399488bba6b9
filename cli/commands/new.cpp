// tendril new: writes a network to begin with.
#include <fmt/core.h>

#include <filesystem>
#include <memory>

#include "cli/commands/commands.h"
#include "cli/host/usage.h"
#include "cli/io/bytes.h"
#include "cli/network/starters.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string kind, to;
  bool force = false;
};

// A name between quotes where the shell needs them.
std::string quoted(const std::string& name) {
  return name.find_first_of(" $&;()'\"*?[]<>|\\`") == std::string::npos ? name : "'" + name + "'";
}

void list() {
  for (const Starter& starter : starters()) fmt::print("{:<6} {}\n", starter.name, starter.about);
  fmt::print("\ntendril new vine my_vine.json writes one.\n");
}

void make(const Options& options) {
  if (options.kind.empty()) return list();
  const Starter& starter = findStarter(options.kind);
  fs::path path = options.to.empty() ? std::string(starter.name) + ".json" : options.to;
  if (path.extension().empty()) path += ".json";
  if (path.extension() != ".json") throw UsageError(path.string() + ": the name of a network ends in .json");
  std::error_code unknown;
  if (fs::exists(path, unknown) && !options.force)
    throw Error(path.string() + ": is there already; --force writes over it");
  const std::string folder = path.stem().string();
  if (folder.find_first_of("$\"\\") != std::string::npos)
    throw UsageError(path.string() + ": has a $, \" or \\ in its name, which its caches are named after");
  io::writeFile(path.string(), starterText(starter.name, folder));
  const fs::path caches = path.parent_path() / folder;
  const std::string curves = "'" + (caches / "curves.$F4.bgeo.sc").string() + "'";
  const auto flags = [](const char* words) { return *words ? " " + std::string(words) : std::string(); };
  fmt::print("{}: {}\n\nSimulate it, then look at it in a browser or as a picture:\n", path.string(),
             starter.about);
  fmt::print("  tendril run {}\n", quoted(path.string()));
  fmt::print("  tendril view {} -o {}{}\n", curves, quoted(folder + ".html"), flags(starter.look));
  fmt::print("  tendril render {} -o {} --frames 30{}{}\n", curves, quoted(folder + ".png"),
             flags(starter.look), flags(starter.picture));
}

}  // namespace

void addNew(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("new", "Write a network to begin with: hair, vine, rope or tree");
  command->add_option("KIND", options->kind, "hair, vine, rope or tree (default: lists them)");
  command->add_option("FILE", options->to, "JSON file to write (default: KIND.json)");
  command->add_flag("--force", options->force, "Write over a file that is there");
  command->footer(
      "The network is complete and has comments; edit it as text. Its caches go into a folder of its name.\n"
      "Example:\n"
      "  tendril new vine my_vine.json\n"
      "  tendril run my_vine.json\n"
      "  tendril view 'my_vine/curves.$F4.bgeo.sc' -o my_vine.html");
  command->callback([options] { make(*options); });
}

}  // namespace tendril::cli
