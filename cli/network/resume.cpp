// Goes on with a run that was stopped.
#include "cli/network/resume.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>

#include "cli/host/frames.h"
#include "cli/host/restart.h"
#include "solver/base/error.h"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFlag = "--resume: ";

std::string fileText(const NetworkNode& node, const char* parameter) {
  return std::get<std::string>(node.parms.get(parameter));
}

// What nodes of a network wrote, frame by frame.
class Written {
 public:
  explicit Written(const Network& network) : network_(network) {
    for (const NetworkNode& node : network.nodes)
      if (node.definition().writes && hasFrame(fileText(node, "file"))) caches_.push_back(&node);
    if (caches_.empty())
      throw Error(std::string(kFlag) +
                  "no cache of the network has $F in its file name, so there is no frame to go on from");
  }

  // When a frame's files were written, by cache; none: one is missing.
  using Times = std::vector<fs::file_time_type>;
  std::optional<Times> on(double frame) const {
    Times times;
    for (const NetworkNode* cache : caches_) {
      std::error_code missing;
      times.push_back(fs::last_write_time(fileAt(network_, *cache, "file", frame), missing));
      if (missing) return {};
    }
    return times;
  }

 private:
  const Network& network_;
  std::vector<const NetworkNode*> caches_;
};

// Frames before the run's own: those of the network, which an earlier part of it may have made.
std::vector<double> framesBefore(const Network& network, double first) {
  std::vector<double> frames;
  for (double frame = network.firstFrame; frame < first; ++frame) frames.push_back(frame);
  return frames;
}

struct Found {
  std::optional<double> last;  // frame that all caches have
  bool stale = false;          // the next one is there, but a file of it is older
  Written::Times times;
};

Found findLast(const Network& network, const std::vector<double>& frames) {
  const Written written(network);
  Found found;
  const auto isNext = [&](double frame) {
    const auto times = written.on(frame);
    if (!times) return false;
    for (std::size_t i = 0; i < found.times.size(); ++i)
      found.stale = found.stale || (*times)[i] < found.times[i];
    if (found.stale) return false;
    found.last = frame;
    found.times = *times;
    return true;
  };
  for (const double frame : framesBefore(network, frames.front()))
    if (!isNext(frame) && found.stale) return found;
  bool begun = false;  // those at the beginning may have been put away
  for (const double frame : frames) {
    const bool there = isNext(frame);
    if (!there && (begun || found.stale)) return found;
    begun = begun || there;
  }
  return found;
}

bool isLight(const NetworkNode& cache) {
  return std::get<std::int64_t>(cache.parms.get("content")) != 0;  // the first is full
}

// The cache of an output of a node; of several a full one.
const NetworkNode* cacheOf(const Network& network, std::size_t number, std::size_t output) {
  const NetworkNode* found = nullptr;
  for (const NetworkNode& cache : network.nodes) {
    if (cache.definition().shortName() != "cache" || !hasFrame(fileText(cache, "file"))) continue;
    const NetworkInput* from = &cache.inputs[0];
    while (from->node && network.nodes[*from->node].definition().writes && !from->fixed)
      from = &network.nodes[*from->node].inputs[0];  // it passes through
    if (from->node == number && from->output == output && !from->fixed && (!found || isLight(*found)))
      found = &cache;
  }
  return found;
}

const NetworkNode& neededCacheOf(const Network& network, std::size_t number, std::size_t output,
                                 const char* what, bool subframes) {
  const NetworkNode& node = network.nodes[number];
  const NetworkNode* cache = cacheOf(network, number, output);
  if (!cache)
    throw Error(
        fmt::format("{}{}: its {} are in no cache, so it cannot go on from a frame; run it from the "
                    "start, and for the next time add a cache with \"inputs\": [\"{}{}\"]",
                    kFlag, node.name, what, node.name, output ? ":constraints" : ""));
  if (subframes && fileText(*cache, "file").find("$FF") == std::string::npos &&
      fileText(*cache, "file").find("${FF}") == std::string::npos)
    throw Error(fmt::format("{}{}: its file has no $FF, so subframes have overwritten the frames", kFlag,
                            cache->name));
  return *cache;
}

// A solver's file of a frame: as the cache names it.
void setFile(NetworkNode& solver, const char* parameter, const NetworkNode& cache, int frame) {
  const std::string file = fileText(cache, "file");
  solver.parms.setText(parameter, expandFrame(file, frame));
  solver.keys.erase(parameter);
  solver.folders.erase(parameter);
  const auto folder = cache.folders.find("file");
  if (folder != cache.folders.end()) solver.folders[parameter] = folder->second;
}

// Whether a node simulates, and has begun to.
bool hasBegun(const NetworkNode& node, int frame) {
  return node.definition().find("startfrom") && std::get<std::int64_t>(node.parms.get("startframe")) <= frame;
}

// Whether all solvers can start from what is cached of a frame: light caches have restart frames only now and
// then.
bool isRestart(const Network& network, int frame, bool subframes) {
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    if (!hasBegun(network.nodes[i], frame)) continue;
    const std::string file = fileAt(network, neededCacheOf(network, i, 0, "rods", subframes), "file", frame);
    if (!fs::exists(file) || !isRestartFile(file)) return false;
  }
  return true;
}

// The last one up to `last`; at the latest the one before all solvers begin.
int lastRestart(const Network& network, int last, bool subframes) {
  while (!isRestart(network, last, subframes)) --last;
  return last;
}

std::string whichRestart(const Network& network, int frame) {
  const bool cached = std::any_of(network.nodes.begin(), network.nodes.end(),
                                  [&](const NetworkNode& node) { return hasBegun(node, frame); });
  return cached ? "restart frame " + std::to_string(frame) : "the start, as none is a restart frame";
}

void startFrom(int frame, bool subframes, Network& network) {
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    NetworkNode& node = network.nodes[i];
    if (!hasBegun(node, frame)) continue;
    setFile(node, "cachefile", neededCacheOf(network, i, 0, "rods", subframes), frame);
    if (node.inputs.size() > 1 && node.inputs[1].node)
      setFile(node, "constraintfile", neededCacheOf(network, i, 1, "constraints", subframes), frame);
    node.parms.setText("startfrom", "cache");
    node.parms.setText("cacheframe", std::to_string(frame));
  }
}

}  // namespace

std::vector<double> resume(Network& network, const std::vector<double>& frames, Host& host) {
  if (frames.empty()) return frames;
  const Found found = findLast(network, frames);
  if (!found.last) {
    host.inform(std::string(kFlag) + "no frame is in all caches yet; starting at the beginning");
    return frames;
  }
  const auto behind = [&](double last) {
    std::vector<double> left;
    std::copy_if(frames.begin(), frames.end(), std::back_inserter(left),
                 [&](double frame) { return frame > last; });
    return left;
  };
  std::vector<double> left = behind(*found.last);
  std::string restart;  // where it is not the last frame
  if (!left.empty()) {
    const int last = static_cast<int>(std::floor(*found.last));
    const int from = lastRestart(network, last, network.subframes > 1);
    startFrom(from, network.subframes > 1, network);
    if (from < last) {
      left = behind(from);
      restart = "; light frames are made again from " + whichRestart(network, from);
    }
  }
  std::error_code unknown;
  const auto changed = fs::last_write_time(network.path, unknown);
  if (!unknown && changed > *std::max_element(found.times.begin(), found.times.end()))
    host.warn(fmt::format("{}{} was changed after frame {} was written; frames up to it are not made again",
                          kFlag, network.path, *found.last));
  if (left.empty())
    host.inform(fmt::format("{}all frames up to {} are there", kFlag, *found.last));
  else
    host.inform(fmt::format("{}frame {} is the last that all caches have{}{}; going on with {}", kFlag,
                            *found.last, found.stale ? ", as the next are older" : "", restart,
                            left.front()));
  return left;
}

}  // namespace tendril::cli
