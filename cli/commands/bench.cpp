// tendril bench: runs the program of benchmarks that is built beside this one.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "cli/commands/commands.h"
#include "solver/base/error.h"

namespace tendril::cli {

void addBench(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "Measure the figures that Tendril claims");
  command->set_help_flag();  // the other program's help tells more
  command->prefix_command();
  command->callback([command] {
    std::error_code unknown;
    const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
    const std::string program = (here / "tendril_bench").string();
    std::vector<std::string> words = command->remaining();
    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    throw Error(program + ": " + std::strerror(errno) +
                " (make bench builds it, or cmake --build with --target tendril_bench)");
  });
}

}  // namespace tendril::cli
