// The program around the commands: help, version, errors, exit codes.
#include <cstdio>
#include <new>
#include <string>
#include <system_error>

#include "cli/commands/commands.h"
#include "cli/host/usage.h"
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

}  // namespace

int runProgram(CLI::App& app, int argc, const char* const* argv) {
  app.name("tendril");
  app.description(
      "Tendril simulates thin elastic rods: hair, vines, plants, ropes, ribbons.\n"
      "It reads and writes Houdini's geometry files (.geo, .bgeo, .bgeo.sc).");
  app.footer(
      "tendril COMMAND --help tells more of a command.\n"
      "Exit codes: 0 done, 1 the command failed, 2 it was called wrongly, 3 it ran to the end but rods could "
      "not be\n"
      "solved.");
  app.set_version_flag("--version", std::string("tendril ") + kVersion, "Print the version");
  app.require_subcommand(1);
  return parseAndRun(app, argc, argv);
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
    return complain(std::string(error.what()) + " (see tendril --help)", kMisused);
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
