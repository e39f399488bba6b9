// USD files: a sequence in one file, or a file a frame with a stage that plays them (value clips).
//
//   SequenceFile file("sim.usda", settings);
//   for (...) file.add(frame, usdFrameOf(...));
//   file.finish(camera);
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/drawing/follow.h"
#include "cli/io/bytes.h"
#include "cli/usd/frame.h"

namespace tendril::cli::usd {

struct StageSettings {
  double framesPerSecond = 24;
  double metersPerUnit = 1;
  int width = 1920, height = 1080;  // of pictures
  bool material = true;             // curves get a material of hair (MaterialX, and a preview surface)
};

// One file with a time sample a frame. Values that never change stand there once. Where the topology changes,
// a prim for each one shows on its frames.
class SequenceFile {
 public:
  SequenceFile(std::string path, const StageSettings& settings);
  ~SequenceFile();  // unfinished: nothing is left behind
  SequenceFile(const SequenceFile&) = delete;

  void add(int frame, const UsdFrame& content);
  // With a camera, lights and render settings, so that husk can render it; none: prims alone.
  void finish(const std::optional<show::CameraPath>& camera);

 private:
  // An attribute's samples so far, in a file of their own beside the result.
  struct Samples {
    std::string declaration, interpolation, path, first;
    int elementSize = 1;
    std::size_t count = 0;
    bool changes = false;
  };
  struct Prim {
    std::string type, name, source, topology, fixed;
    std::vector<Samples> attributes;
    std::vector<int> frames;
  };
  void removeSamples() const;
  void putSamples(const Samples& samples, bool changes, const io::Put& put) const;
  std::string visibilityOf(const Prim& prim) const;
  std::string freeName(const std::string& source, const UsdFrame& content) const;
  void append(Samples& to, int frame, const std::string& value);

  std::string path_;
  StageSettings settings_;
  std::vector<Prim> prims_;
  Eigen::AlignedBox3d box_;
  std::vector<int> frames_;
};

// Throws an Error that says what is written instead, unless the name ends in .usda or .usd.
void checkName(const std::string& path);
bool isUsd(const std::string& path);  // .usd, .usda, .usdc, .usdz

// sim.$F4.usda -> sim.usda
std::string stageOf(const std::string& pattern);

// A file of one frame, which stands for itself, and the stage that plays all of them. The stage is written
// anew by each add(), so that it is whole whenever a farm stops.
class ClipFiles {
 public:
  ClipFiles(std::string stage, const StageSettings& settings);

  void add(int frame, const std::string& path, const UsdFrame& content,
           const std::optional<show::CameraPath>& camera = {});
  void goOn();  // with the clips that the stage has already
  const std::string& stage() const { return stage_; }

 private:
  void meet(const UsdFrame& content);
  void writeStage(const std::optional<show::CameraPath>& camera) const;

  std::string stage_;
  StageSettings settings_;
  std::map<int, std::string> clips_;  // by frame
  std::vector<UsdPrim> met_;
  Eigen::AlignedBox3d box_;
};

}  // namespace tendril::cli::usd
