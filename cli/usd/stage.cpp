// USD files.
#include "cli/usd/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/host/frames.h"
#include "cli/io/bytes.h"
#include "cli/usd/material.h"
#include "solver/base/error.h"
#include "solver/base/math.h"

namespace tendril::cli::usd {

namespace {

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

std::string tail(const std::string& interpolation, int elementSize) {
  if (interpolation.empty()) return "";
  const std::string size = elementSize > 1 ? fmt::format("            elementSize = {}\n", elementSize) : "";
  return " (\n" + size + "            interpolation = \"" + interpolation + "\"\n        )";
}

// An attribute with its value, or declared alone.
std::string said(const std::string& declaration, const std::string& value, const std::string& interpolation,
                 int elementSize = 1) {
  return "        " + declaration + (value.empty() ? "" : " = " + value) + tail(interpolation, elementSize) +
         "\n";
}

// `materials`: path of the prim that holds them; empty: none is bound. Curves alone are hair.
std::string opening(const std::string& type, const std::string& name, const std::string& fixed,
                    const std::string& root) {
  const bool bound = !root.empty() && type == "BasisCurves";
  return "    def " + type + " \"" + name + "\" (\n        kind = \"component\"\n" +
         (bound ? "        prepend apiSchemas = [\"MaterialBindingAPI\"]\n" : "") + "    )\n    {\n" +
         (bound ? "        rel material:binding = <" + root + "/materials/hair>\n" : "") + indented(fixed, 8);
}

std::string matrixOf(const show::Camera& camera) {
  const Eigen::Matrix3d axes = camera.axes();
  std::string rows;
  for (int c = 0; c < 3; ++c) rows += fmt::format("({}, {}, {}, 0), ", axes(0, c), axes(1, c), axes(2, c));
  return "( " + rows + fmt::format("({}, {}, {}, 1) )", camera.eye.x(), camera.eye.y(), camera.eye.z());
}

// A camera that sees what ours sees, a sun and a sky, and settings for husk.
std::string studio(const show::CameraPath& path, const std::vector<int>& frames,
                   const Eigen::AlignedBox3d& box, const StageSettings& s) {
  const show::Camera camera = path.on(frames.empty() ? 1 : frames.front());
  const double high = 20.25, aspect = static_cast<double>(s.width) / s.height;
  const double focal = 0.5 * high / std::tan(0.5 * camera.fieldOfView * kDegree);
  const double size = box.isEmpty() ? 1 : box.diagonal().norm();
  const double distance = (camera.eye - camera.target).norm();
  std::string place = " = " + matrixOf(camera);
  if (path.follows()) {
    place = ".timeSamples = {\n";
    for (const int frame : frames) place += fmt::format("        {}: {},\n", frame, matrixOf(path.on(frame)));
    place += "    }";
  }
  return fmt::format(
      "def Camera \"camera\"\n{{\n"
      "    float focalLength = {}\n    float horizontalAperture = {}\n    float verticalAperture = {}\n"
      "    float2 clippingRange = ({}, {})\n    token projection = \"perspective\"\n"
      "    matrix4d xformOp:transform{}\n    uniform token[] xformOpOrder = "
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
      place, s.width, s.height);
}

// Between clips there is nothing to interpolate: Karma shall blur by velocities.
constexpr const char* kBlur =
    "        int primvars:karma:object:geovelblur = 1 (\n            interpolation = \"constant\"\n        "
    ")\n";

const UsdAttribute* find(const UsdPrim& prim, const std::string& declaration) {
  for (const UsdAttribute& attribute : prim.attributes)
    if (attribute.declaration == declaration) return &attribute;
  return nullptr;
}

std::string emptyOf(const UsdAttribute& attribute) {
  return attribute.declaration == "float3[] extent" ? "[(0, 0, 0), (0, 0, 0)]" : "[]";
}

}  // namespace

std::string stageOf(const std::string& pattern) {
  std::filesystem::path stage = withoutFrame(pattern);
  for (const char* end : {".usda", ".usd"})
    if (stage.filename() == end) stage.replace_filename(std::string("stage") + end);
  return stage.lexically_normal().string();
}

SequenceFile::SequenceFile(std::string path, const StageSettings& settings)
    : path_(std::move(path)), settings_(settings) {
  io::makeFolder(path_);  // of samples, until then
}

SequenceFile::~SequenceFile() {
  removeSamples();
}

void SequenceFile::removeSamples() const {
  for (const Prim& prim : prims_)
    for (const Samples& samples : prim.attributes) std::remove(samples.path.c_str());
}

// Opened anew each time: there may be more attributes than a process may have files.
void SequenceFile::append(Samples& to, int frame, const std::string& value) {
  const bool fresh = to.count++ == 0;
  if (fresh) to.first = value;
  to.changes = to.changes || value != to.first;
  std::ofstream file(to.path, std::ios::binary | (fresh ? std::ios::trunc : std::ios::app));
  file << "            " << frame << ": " << value << ",\n";
  file.close();
  if (!file) throw Error(path_ + ": cannot be written; is the disk full?");
}

void SequenceFile::add(int frame, const UsdFrame& content) {
  frames_.push_back(frame);
  if (!content.box.isEmpty()) box_.extend(content.box);
  for (const UsdPrim& prim : content.prims) {
    // another topology is another prim, seen on its own frames
    const std::string topology = topologyOf(prim);
    auto found = std::find_if(prims_.begin(), prims_.end(), [&](const Prim& one) {
      return one.source == prim.name && one.topology == topology;
    });
    if (found == prims_.end()) {
      Prim made;
      made.type = prim.type;
      made.name = freeName(prim.name, content);
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
        made.elementSize = attribute.elementSize;
        made.path = fmt::format("{}.{}.{}.part", path_, found - prims_.begin(), found->attributes.size());
        samples = found->attributes.insert(samples, made);
      }
      append(*samples, frame, attribute.value);
    }
  }
}

// The source's own for its first topology, then with a number that nobody has.
std::string SequenceFile::freeName(const std::string& source, const UsdFrame& content) const {
  const auto isTaken = [&](const std::string& name) {
    return std::any_of(prims_.begin(), prims_.end(), [&](const Prim& one) { return one.name == name; }) ||
           (name != source && std::any_of(content.prims.begin(), content.prims.end(),
                                          [&](const UsdPrim& one) { return one.name == name; }));
  };
  std::string name = source;
  for (int n = 2; isTaken(name); ++n) name = fmt::format("{}_{}", source, n);
  return name;
}

void SequenceFile::finish(const std::optional<show::CameraPath>& camera) {
  const auto [first, last] = std::minmax_element(frames_.begin(), frames_.end());
  const std::string start = header(settings_, frames_.empty() ? 1 : *first, frames_.empty() ? 1 : *last);
  io::writeFile(path_, [&](const io::Put& put) {
    put(start + "def Xform \"World\" (\n    kind = \"group\"\n)\n{\n");
    const std::string root = settings_.material ? "/World" : "";
    for (const Prim& prim : prims_) {
      put(opening(prim.type, prim.name, prim.fixed, root));
      // what goes with the points has their samples: else USD does not blur by it
      const bool moves = std::any_of(prim.attributes.begin(), prim.attributes.end(), [](const Samples& one) {
        return one.changes && nameIn(one.declaration) == "points";
      });
      for (const Samples& samples : prim.attributes) {
        const std::string name = nameIn(samples.declaration);
        const bool along = name == "velocities" || name == "accelerations" || name == "extent";
        putSamples(samples, samples.changes || (moves && along), put);
      }
      if (prim.frames.size() != frames_.size()) put(visibilityOf(prim));
      put("    }\n");
    }
    if (!root.empty()) put(materialsIn(root));
    put("}\n");
    if (camera) put("\n" + studio(*camera, frames_, box_, settings_));
  });
  removeSamples();
}

void SequenceFile::putSamples(const Samples& samples, bool changes, const io::Put& put) const {
  if (!changes) {
    put(said(samples.declaration, samples.first, samples.interpolation, samples.elementSize));
    return;
  }
  if (!samples.interpolation.empty())
    put(said(samples.declaration, "", samples.interpolation, samples.elementSize));
  put("        " + samples.declaration + ".timeSamples = {\n");
  const auto file = io::fileSource(samples.path);
  std::string part;
  for (std::size_t at = 0; at < file->size(); at += part.size()) {
    part.resize(std::min<std::size_t>(1 << 20, file->size() - at));
    file->read(at, part.size(), part.data());
    put(part);
  }
  put("        }\n");
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
    : stage_(std::move(stage)), settings_(settings) {}

// A run in parts goes on with the clips of the parts before, as far as they are there.
void ClipFiles::goOn() {
  std::ifstream file(stage_);
  std::vector<int> frames;
  std::vector<std::string> paths;
  for (std::string line; std::getline(file, line);) {
    const auto each = [&](const std::string& key, const auto& f) {
      const std::size_t at = line.find(key);
      if (at != std::string::npos) f(line.substr(at + key.size()));
    };
    each("double2[] active = ", [&](const std::string& list) {
      for (std::size_t at = list.find('('); at != std::string::npos; at = list.find('(', at + 1))
        frames.push_back(std::atoi(list.c_str() + at + 1));
    });
    each("asset[] assetPaths = ", [&](const std::string& list) {
      for (std::size_t at = list.find('@'); at != std::string::npos;) {
        const std::size_t end = list.find('@', at + 1);
        if (end == std::string::npos) break;
        paths.push_back(list.substr(at + 1, end - at - 1));
        at = list.find('@', end + 1);
      }
    });
  }
  const std::filesystem::path folder = std::filesystem::absolute(stage_).parent_path();
  for (std::size_t i = 0; i < std::min(frames.size(), paths.size()); ++i)
    if (std::filesystem::exists(folder / paths[i]))
      clips_[frames[i]] = std::filesystem::path(paths[i]).lexically_normal().generic_string();
}

void ClipFiles::add(int frame, const std::string& path, const UsdFrame& content,
                    const std::optional<show::CameraPath>& camera) {
  if (path.find('@') != std::string::npos) throw Error(path + ": USD has no file names with an @ in them");
  meet(content);
  std::string text = header(settings_, frame, frame) + "def Xform \"World\" (\n    kind = \"group\"\n)\n{\n";
  for (const UsdPrim& prim : met_) {
    const auto its = std::find_if(content.prims.begin(), content.prims.end(),
                                  [&](const UsdPrim& one) { return one.name == prim.name; });
    text += opening(prim.type, prim.name, prim.fixed, "") + kBlur;
    for (const UsdAttribute& attribute : prim.attributes) {
      const UsdAttribute* now = its == content.prims.end() ? nullptr : find(*its, attribute.declaration);
      if (!attribute.interpolation.empty())
        text += said(attribute.declaration, "", attribute.interpolation, attribute.elementSize);
      // what is not there on this frame is empty, or it would be as it was
      text += fmt::format("        {}.timeSamples = {{\n            {}: {}\n        }}\n",
                          attribute.declaration, frame, now ? now->value : emptyOf(attribute));
    }
    text += "    }\n";
  }
  io::writeFile(path, text + "}\n");
  if (!content.box.isEmpty()) box_.extend(content.box);
  const std::filesystem::path folder = std::filesystem::absolute(stage_).lexically_normal().parent_path();
  clips_[frame] =
      std::filesystem::absolute(path).lexically_normal().lexically_relative(folder).generic_string();
  writeStage(camera);
}

// All prims and attributes so far, with the values of the frame on which they first were.
void ClipFiles::meet(const UsdFrame& content) {
  for (const UsdPrim& prim : content.prims) {
    auto known =
        std::find_if(met_.begin(), met_.end(), [&](const UsdPrim& one) { return one.name == prim.name; });
    if (known == met_.end()) known = met_.insert(met_.end(), {prim.type, prim.name, prim.fixed, {}});
    for (const UsdAttribute& attribute : prim.attributes)
      if (!find(*known, attribute.declaration)) known->attributes.push_back(attribute);
  }
}

// What prims there are stands in a class, as they first were: the stage can be read without its clips, and
// their values are stronger.
void ClipFiles::writeStage(const std::optional<show::CameraPath>& camera) const {
  std::string paths, active, times;
  std::size_t number = 0;
  for (const auto& [frame, file] : clips_) {
    const char* comma = number > 0 ? ", " : "";
    paths += fmt::format("{}@./{}@", comma, file);
    active += fmt::format("{}({}, {})", comma, frame, number++);
    times += fmt::format("{}({}, {})", comma, frame, frame);
  }
  std::string text =
      header(settings_, clips_.begin()->first, clips_.rbegin()->first) +
      fmt::format(
          "def Xform \"World\" (\n    kind = \"group\"\n    clips = {{\n        dictionary default = {{\n"
          "            double2[] active = [{}]\n            asset[] assetPaths = [{}]\n"
          "            string primPath = \"/World\"\n            double2[] times = [{}]\n        }}\n    }}\n"
          "    prepend references = </FirstFrame>\n)\n{{\n}}\n\nclass Xform \"FirstFrame\"\n{{\n",
          active, paths, times);
  for (const UsdPrim& prim : met_) {
    text += opening(prim.type, prim.name, prim.fixed, settings_.material ? "/FirstFrame" : "") + kBlur;
    for (const UsdAttribute& attribute : prim.attributes)
      text += said(attribute.declaration, attribute.value, attribute.interpolation, attribute.elementSize);
    text += "    }\n";
  }
  if (settings_.material) text += materialsIn("/FirstFrame");  // references inside move along
  text += "}\n";
  std::vector<int> frames;
  for (const auto& [frame, file] : clips_) frames.push_back(frame);
  if (camera) text += "\n" + studio(*camera, frames, box_, settings_);
  io::writeFile(stage_, text);
}

}  // namespace tendril::cli::usd
