// tendril nodes: what there is, and what a node can do.
#include <fmt/core.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/host/usage.h"
#include "cli/network/host_nodes.h"
#include "cli/network/schema.h"
#include "nodes/parameters/help_card.h"

namespace tendril::cli {
namespace {

struct Options {
  std::string type;
  bool card = false, dialog = false, json = false;
};

void list() {
  for (const NodeDefinition& node : commandLineNodes())
    fmt::print("{:<22} {}\n", node.type.substr(0, node.type.rfind("::")), node.about);
  fmt::print("\ntendril nodes TYPE tells more of one.\n");
}

void describe(const NodeDefinition& node) {
  fmt::print("{}: {}\n\n", node.type, node.about);
  const std::string inputs = inputList(node), attributes = attributeLists(node),
                    related = relatedList(node, commandLineNodes());
  fmt::print("{}{}", inputs, inputs.empty() ? "" : "\n");
  const bool fits = node.shortName() == "rods";  // whose parameters are flags of `tendril fit`
  fmt::print("{}", fits ? flagList(node) : flagList(node, "--set NODE.", "="));
  fmt::print("\n{}\n", fits ? "Flags of tendril fit; in a network: \"parms\", or run --set NODE.elements=8."
                            : "In a network: \"parms\", or run --set.");
  if (!attributes.empty()) fmt::print("\n{}", attributes);
  if (!related.empty()) fmt::print("\n{}", related);
}

void nodes(const Options& options) {
  if (options.type.empty()) {
    if (options.card || options.dialog) throw UsageError("--card and --dialog need a TYPE");
    return options.json ? fmt::print("{}", jsonSchema(commandLineNodes())) : list();
  }
  const NodeDefinition* node = findCommandLineNode(options.type);
  if (!node) throw UsageError(noSuchNode(options.type));
  if (options.card) return fmt::print("{}", helpCard(*node, commandLineNodes()));
  if (options.dialog) return fmt::print("{}", dialogScript(*node));
  if (options.json) return fmt::print("{}", jsonSchema(*node));
  describe(*node);
}

}  // namespace

void addNodes(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("nodes", "List all nodes, or describe one");
  command->add_option("TYPE", options->type, "rods, tendril::rods, tendril::rods::1.0");
  CLI::Option* card = command->add_flag("--card", options->card, "Houdini's help card");
  CLI::Option* dialog = command->add_flag("--dialog", options->dialog, "Houdini's dialog script");
  command->add_flag("--json", options->json, "JSON schema; without a TYPE, of a whole network")
      ->excludes(card)
      ->excludes(dialog);
  card->excludes(dialog);
  command->callback([options] { nodes(*options); });
}

}  // namespace tendril::cli
