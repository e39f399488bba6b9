// The program around the commands: help, version, errors, exit codes.
#include <cctype>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/host/usage.h"
#include "nodes/parameters/closest.h"
#include "solver/base/error.h"
#include "solver/base/version.h"

namespace tendril::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kMisused = 2;

// One line, whatever names from a file stand in the message.
int complain(std::string message, int code) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  std::fputs(("tendril: " + message + "\n").c_str(),
             stderr);  // which may be closed: then there is nobody to tell
  return code;
}

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The command that is called; null: none, or one that is not there.
const CLI::App* commandOf(const CLI::App& app, const std::string& word) {
  for (const CLI::App* command : commandsOf(app))
    if (command->check_name(word)) return command;
  return nullptr;
}

bool isFlag(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])));
}

// The first command or flag that is not there, with what may have been meant; empty: all are.
std::string unknownWord(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* called = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") return {};
    if (!isFlag(word)) {
      if (called != &app || commandsOf(app).empty()) continue;
      called = commandOf(app, word);
      if (called) continue;
      std::vector<std::string> known;
      for (const CLI::App* command : commandsOf(app)) known.push_back(command->get_name());
      return "there is no command \"" + word + "\"" + didYouMean(word, known);
    }
    const std::string flag = word[1] == '-' ? word.substr(0, word.find('=')) : word.substr(0, 2);
    if (called->get_option_no_throw(flag)) continue;
    std::vector<std::string> known;
    for (const CLI::Option* option : called->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return "there is no flag " + flag + didYouMean(flag, known);
  }
  return {};
}

// Where to read on after a wrong call.
std::string helpOf(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* command = argc > 1 ? commandOf(app, argv[1]) : nullptr;
  return " (see " + app.get_name() + (command ? " " + command->get_name() : std::string()) + " --help)";
}

}  // namespace

int runProgram(CLI::App& app, int argc, const char* const* argv) {
  app.name("tendril");
  app.description(
      "Tendril simulates thin elastic rods: hair, vines, plants, ropes, ribbons.\n"
      "It reads and writes Houdini's geometry files (.geo, .bgeo, .bgeo.sc).");
  app.footer(
      "tendril COMMAND --help tells more of a command.\n"
      "To begin: tendril new vine my_vine.json, then tendril run my_vine.json\n"
      "Exit codes: 0 done, 1 the command failed, 2 it was called wrongly, 3 it ran to the end but rods could "
      "not be\n"
      "solved.");
  app.set_version_flag("--version", std::string("tendril ") + kVersion, "Print the version");
  app.require_subcommand(1);
  // without a word, and as many programs take it: help, help COMMAND
  std::vector<const char*> words(argv, argv + argc);
  if (argc > 1 && std::string(argv[1]) == "help") words.erase(words.begin() + 1);
  if (argc < 2 || words.size() < static_cast<std::size_t>(argc)) words.push_back("--help");
  return parseAndRun(app, static_cast<int>(words.size()), words.data());
}

int parseAndRun(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      return complain("the output could not be written", kFailed);
    return 0;
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::RuntimeError& failed) {  // a command that has said what it had to say
    return failed.get_exit_code();
  } catch (const CLI::ParseError& error) {
    const std::string unknown = unknownWord(app, argc, argv);
    return complain((unknown.empty() ? error.what() : unknown) + helpOf(app, argc, argv), kMisused);
  } catch (const UsageError& error) {
    return complain(error.what(), kMisused);
  } catch (const Error& error) {
    return complain(error.what(), kFailed);
  } catch (const std::system_error&) {  // of printing: commands turn all others into theirs
    return complain("the output could not be written", kFailed);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this", kFailed);
  } catch (const std::exception& error) {
    return complain(std::string("a fault of Tendril itself: ") + error.what(), kFailed);
  }
}

}  // namespace tendril::cli
