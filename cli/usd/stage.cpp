// USD files.
#include "cli/usd/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/frames.h"
#include "solver/error.h"

namespace tendril::usd {

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

std::string header(const StageSettings& s, int first, int last) {
  return fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"World\"\n    metersPerUnit = {}\n    upAxis = \"Y\"\n"
      "    startTimeCode = {}\n    endTimeCode = {}\n    timeCodesPerSecond = {}\n    framesPerSecond = "
      "{}\n)\n\n",
      s.metersPerUnit, first, last, s.framesPerSecond, s.framesPerSecond);
}

std::string indented(const std::string& lines, int by) {
  std::string text;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    text += std::string(static_cast<std::size_t>(by), ' ') + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

std::string nameIn(const std::string& declaration) {
  return declaration.substr(declaration.rfind(' ') + 1);
}

// Counts and indices.
std::string topologyOf(const UsdPrim& prim) {
  std::string text;
  for (const UsdAttribute& attribute : prim.attributes)
    for (const char* name : {"curveVertexCounts", "faceVertexCounts", "faceVertexIndices"})
      if (nameIn(attribute.declaration) == name) text += attribute.value;
  return text;
}

std::string tail(const std::string& interpolation) {
  return interpolation.empty() ? "" : " (\n            interpolation = \"" + interpolation + "\"\n        )";
}

// A camera that sees what ours sees, a sun and a sky, and settings for husk.
std::string studio(const show::Camera& camera, const Eigen::AlignedBox3d& box, const StageSettings& s) {
  const Eigen::Matrix3d axes = camera.axes();
  const double high = 20.25, aspect = static_cast<double>(s.width) / s.height;
  const double focal = 0.5 * high / std::tan(0.5 * camera.fieldOfView * kDegree);
  const double size = box.isEmpty() ? 1 : box.diagonal().norm();
  const double distance = (camera.eye - camera.target).norm();
  std::string rows;
  for (int c = 0; c < 3; ++c) rows += fmt::format("({}, {}, {}, 0), ", axes(0, c), axes(1, c), axes(2, c));
  rows += fmt::format("({}, {}, {}, 1)", camera.eye.x(), camera.eye.y(), camera.eye.z());
  return fmt::format(
      "def Camera \"camera\"\n{{\n"
      "    float focalLength = {}\n    float horizontalAperture = {}\n    float verticalAperture = {}\n"
      "    float2 clippingRange = ({}, {})\n    token projection = \"perspective\"\n"
      "    matrix4d xformOp:transform = ( {} )\n    uniform token[] xformOpOrder = "
      "[\"xformOp:transform\"]\n}}\n\n"
      "def Scope \"lights\"\n{{\n"
      "    def DomeLight \"sky\"\n    {{\n        float inputs:intensity = 0.6\n"
      "        color3f inputs:color = (0.9, 0.95, 1)\n    }}\n\n"
      "    def DistantLight \"sun\"\n    {{\n        float inputs:angle = 5\n        float inputs:intensity "
      "= 2.5\n"
      "        float3 xformOp:rotateXYZ = (-48, 28, 0)\n"
      "        uniform token[] xformOpOrder = [\"xformOp:rotateXYZ\"]\n    }}\n}}\n\n"
      "def Scope \"Render\"\n{{\n"
      "    def RenderSettings \"settings\"\n    {{\n        rel camera = </camera>\n        int2 resolution "
      "= ({}, {})\n"
      "        uniform token[] includedPurposes = [\"default\", \"render\"]\n    }}\n}}\n",
      focal, high * aspect, high, std::max(1e-4 * distance, 1e-3 * (distance - size)), distance + 100 * size,
      rows, s.width, s.height);
}

class Output {
 public:
  explicit Output(const std::string& path)
      : path_(path), unfinished_(path + ".part"), file_(unfinished_, std::ios::binary | std::ios::trunc) {
    if (!file_) throw Error(path + ": cannot be written");
  }
  ~Output() {
    std::error_code ignored;
    if (!done_) std::filesystem::remove(unfinished_, ignored);
  }
  Output& operator<<(const std::string& text) {
    file_ << text;
    return *this;
  }
  void append(const std::string& path) {
    std::ifstream from(path, std::ios::binary);
    if (!from || !(file_ << from.rdbuf())) throw Error(path_ + ": cannot be written; is the disk full?");
  }
  void finish() {
    file_.close();
    std::error_code failed;
    if (file_) std::filesystem::rename(unfinished_, path_, failed);
    if (!file_ || failed) throw Error(path_ + ": cannot be written; is the disk full?");
    done_ = true;
  }

 private:
  std::string path_, unfinished_;
  std::ofstream file_;
  bool done_ = false;
};

void makeFolder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;  // writing tells what is wrong
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

}  // namespace

std::string stageOf(const std::string& pattern) {
  const std::size_t at = pattern.find('$');
  std::size_t end = at + 1;
  if (end < pattern.size() && pattern[end] == '{') end = pattern.find('}', end) + 1;
  while (end < pattern.size() &&
         (pattern[end] == 'F' || std::isdigit(static_cast<unsigned char>(pattern[end]))))
    ++end;
  std::string before = pattern.substr(0, at), after = pattern.substr(end);
  if (!before.empty() && (before.back() == '.' || before.back() == '_' || before.back() == '-'))
    before.pop_back();
  if (before.empty() || before.back() == '/') before += "stage";
  return before + after;
}

SequenceFile::SequenceFile(std::string path, const StageSettings& settings)
    : path_(std::move(path)), settings_(settings) {
  makeFolder(path_);
}

SequenceFile::~SequenceFile() {
  for (Prim& prim : prims_)
    for (Samples& samples : prim.attributes) {
      if (samples.file) std::fclose(samples.file);
      std::remove(samples.path.c_str());
    }
}

void SequenceFile::append(Samples& to, int frame, const std::string& value) {
  if (!to.file) {
    to.file = std::fopen(to.path.c_str(), "wb");
    if (!to.file) throw Error(to.path + ": cannot be written");
    to.first = value;
    to.frame = frame;
  }
  to.changes = to.changes || value != to.first;
  if (std::fprintf(to.file, "            %d: ", frame) < 0 ||
      std::fwrite(value.data(), 1, value.size(), to.file) != value.size() || std::fputs(",\n", to.file) < 0)
    throw Error(path_ + ": cannot be written; is the disk full?");
  ++to.count;
}

void SequenceFile::add(int frame, const UsdFrame& content) {
  frames_.push_back(frame);
  if (!content.box.isEmpty()) box_.extend(content.box);
  for (const UsdPrim& prim : content.prims) {
    // another topology is another prim, seen on its own frames
    const std::string topology = topologyOf(prim);
    std::size_t others = 0;
    auto found = std::find_if(prims_.begin(), prims_.end(), [&](const Prim& one) {
      others += one.source == prim.name;
      return one.source == prim.name && one.topology == topology;
    });
    if (found == prims_.end()) {
      Prim made;
      made.type = prim.type;
      made.name = others > 0 ? fmt::format("{}_{}", prim.name, others + 1) : prim.name;
      made.source = prim.name;
      made.topology = topology;
      made.fixed = prim.fixed;
      found = prims_.insert(prims_.end(), made);
    }
    found->frames.push_back(frame);
    for (const UsdAttribute& attribute : prim.attributes) {
      auto samples = std::find_if(
          found->attributes.begin(), found->attributes.end(),
          [&](const Samples& one) { return nameIn(one.declaration) == nameIn(attribute.declaration); });
      if (samples != found->attributes.end() && (samples->declaration != attribute.declaration ||
                                                 samples->interpolation != attribute.interpolation))
        throw Error(fmt::format("frame {}: {} of {} is {} {}, and was {} {} before", frame,
                                nameIn(attribute.declaration), prim.name, attribute.interpolation,
                                attribute.declaration, samples->interpolation, samples->declaration));
      if (samples == found->attributes.end()) {
        Samples made;
        made.declaration = attribute.declaration;
        made.interpolation = attribute.interpolation;
        made.path = fmt::format("{}.{}.{}.part", path_, found - prims_.begin(), found->attributes.size());
        samples = found->attributes.insert(samples, made);
      }
      append(*samples, frame, attribute.value);
    }
  }
}

void SequenceFile::finish(const std::optional<show::Camera>& camera) {
  const auto [first, last] = std::minmax_element(frames_.begin(), frames_.end());
  Output to(path_);
  to << header(settings_, frames_.empty() ? 1 : *first, frames_.empty() ? 1 : *last)
     << "def Xform \"World\"\n{\n";
  for (Prim& prim : prims_) {
    to << "    def " + prim.type + " \"" + prim.name + "\"\n    {\n" << indented(prim.fixed, 8);
    for (Samples& samples : prim.attributes) {
      if (std::fclose(samples.file) != 0) throw Error(path_ + ": cannot be written; is the disk full?");
      samples.file = nullptr;
      const bool still = !samples.changes;
      const std::string name = samples.declaration;
      if (still) {
        to << "        " + name + " = " + samples.first + tail(samples.interpolation) + "\n";
        continue;
      }
      if (!samples.interpolation.empty()) to << "        " + name + tail(samples.interpolation) + "\n";
      to << "        " + name + ".timeSamples = {\n";
      to.append(samples.path);
      to << "        }\n";
    }
    if (prim.frames.size() != frames_.size()) to << visibilityOf(prim);
    to << "    }\n";
  }
  to << "}\n";
  if (camera) to << "\n" + studio(*camera, box_, settings_);
  to.finish();
  for (const Prim& prim : prims_)
    for (const Samples& samples : prim.attributes) std::remove(samples.path.c_str());
}

// From each frame on, where it comes or goes.
std::string SequenceFile::visibilityOf(const Prim& prim) const {
  std::string text = "        token visibility.timeSamples = {\n";
  bool was = false;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const bool is = std::find(prim.frames.begin(), prim.frames.end(), frames_[i]) != prim.frames.end();
    if (i == 0 || is != was)
      text += fmt::format("            {}: \"{}\",\n", frames_[i], is ? "inherited" : "invisible");
    was = is;
  }
  return text + "        }\n";
}

ClipFiles::ClipFiles(std::string stage, const StageSettings& settings)
    : stage_(std::move(stage)), settings_(settings) {
  makeFolder(stage_);
}

void ClipFiles::add(int frame, const std::string& path, const UsdFrame& content,
                    const std::optional<show::Camera>& camera) {
  makeFolder(path);
  Output to(path);
  to << header(settings_, frame, frame) << "def Xform \"World\"\n{\n";
  for (const UsdPrim& prim : content.prims) {
    to << "    def " + prim.type + " \"" + prim.name + "\"\n    {\n" << indented(prim.fixed, 8);
    for (const UsdAttribute& attribute : prim.attributes) {
      if (!attribute.interpolation.empty())
        to << "        " + attribute.declaration + tail(attribute.interpolation) + "\n";
      to << fmt::format("        {}.timeSamples = {{\n            {}: ", attribute.declaration, frame)
         << attribute.value << "\n        }\n";
    }
    to << "    }\n";
  }
  to << "}\n";
  to.finish();
  if (clips_.empty()) first_ = content;
  if (!content.box.isEmpty()) box_.extend(content.box);
  const std::filesystem::path folder = std::filesystem::absolute(stage_).parent_path();
  clips_[frame] = std::filesystem::absolute(path).lexically_relative(folder).generic_string();
  writeStage(camera);
}

// What prims there are stands in a class, as on the first frame: the stage can be read without its clips, and
// their values are stronger.
void ClipFiles::writeStage(const std::optional<show::Camera>& camera) const {
  std::string paths, active, times;
  std::size_t number = 0;
  for (const auto& [frame, file] : clips_) {
    const char* comma = number > 0 ? ", " : "";
    paths += fmt::format("{}@./{}@", comma, file);
    active += fmt::format("{}({}, {})", comma, frame, number++);
    times += fmt::format("{}({}, {})", comma, frame, frame);
  }
  Output to(stage_);
  to << header(settings_, clips_.begin()->first, clips_.rbegin()->first)
     << fmt::format(
            "def Xform \"World\" (\n    clips = {{\n        dictionary default = {{\n"
            "            double2[] active = [{}]\n            asset[] assetPaths = [{}]\n"
            "            string primPath = \"/World\"\n            double2[] times = [{}]\n        }}\n    "
            "}}\n"
            "    prepend references = </FirstFrame>\n)\n{{\n}}\n\nclass Xform \"FirstFrame\"\n{{\n",
            active, paths, times);
  for (const UsdPrim& prim : first_.prims) {
    to << "    def " + prim.type + " \"" + prim.name + "\"\n    {\n" << indented(prim.fixed, 8);
    for (const UsdAttribute& attribute : prim.attributes)
      to << "        " + attribute.declaration + " = " + attribute.value + tail(attribute.interpolation) +
                "\n";
    to << "    }\n";
  }
  to << "}\n";
  if (camera) to << "\n" + studio(*camera, box_, settings_);
  to.finish();
}

}  // namespace tendril::usd
