// tendril::usd: writes a USD file on each frame, and the stage that plays them.
#include <cmath>
#include <memory>

#include "cli/drawing/view.h"
#include "cli/usd/stage.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {
namespace {

struct UsdParms {
  std::string file, stage, name = "curves", secondName = "colliders";
  bool studio = true;
};

// From frame to frame.
struct Written {
  std::unique_ptr<usd::ClipFiles> files;
  usd::RodLooks looks;
  std::vector<double> radii;  // of what has none; as on the first frame
  std::vector<show::FrameBox> boxes;
};

Written& writtenOf(const UsdParms& parms, const Cook& cook) {
  if (!cook.memory) throw Error("needs a host that has frames");
  auto written = std::static_pointer_cast<Written>(*cook.memory);
  if (!written || written->files->stage() != parms.stage) {
    written = std::make_shared<Written>();
    usd::StageSettings settings;
    settings.framesPerSecond = cook.framesPerSecond;
    settings.metersPerUnit = cook.unitLength;
    written->files = std::make_unique<usd::ClipFiles>(parms.stage, settings);
    written->files->goOn();
    *cook.memory = written;
  }
  return *written;
}

Outputs cookUsd(const UsdParms& parms, const Cook& cook) {
  if (parms.file.empty()) throw Error("file: is empty; name a .usda with $F4");
  if (parms.stage.empty()) throw Error("stage: is empty; name the .usda that plays the frames");
  if (parms.stage == parms.file) throw Error("stage: is the frame's own file");
  if (cook.frame != std::floor(cook.frame)) return {cook.inputs[0]};  // subframes: velocities say as much
  Written& written = writtenOf(parms, cook);
  std::vector<Geometry> all;
  for (std::size_t i = 0; i < 2; ++i)
    if (cook.input(i)) all.push_back(*cook.input(i));
  for (std::size_t f = 0; f < all.size(); ++f) usd::meetRods(all[f], f, written.looks);
  show::findRadii(all, written.radii);
  const usd::UsdFrame content =
      usd::usdFrameOf(all, usd::primNames({parms.name, parms.secondName}), written.looks, written.radii);
  written.boxes.push_back({static_cast<int>(cook.frame), content.box});
  std::optional<show::CameraPath> camera;
  if (parms.studio) camera = show::ViewFlags().path(written.boxes, 16.0 / 9);
  written.files->add(static_cast<int>(cook.frame), parms.file, content, camera);
  return {cook.inputs[0]};
}

}  // namespace

NodeDefinition usdNode() {
  NodeDefinition node = makeNode<UsdParms>("tendril::usd::1.0", "USD Output", cookUsd);
  node.about = "Writes curves and meshes as USD: one file per frame, and a stage that plays them";
  node.help =
      "Curves become BasisCurves, cubic Catmull-Rom and pinned, with widths, velocities, ids and rest; rods "
      "are "
      "sampled so closely that what Karma draws is the rod. Polygons become meshes. The stage plays the "
      "files as "
      "value clips and is written anew on each frame, so that it is whole whenever a run ends.";
  node.home = Home::none;
  node.writes = true;
  node.inputs = {{"Curves", true}, {"Colliders", false}};
  ParameterTable<UsdParms> rows(node);
  rows.file<&UsdParms::file>("file", "File")
      .help({"Where each frame goes, with its number in the name.", "$HIP/usd/hair.$F4.usda",
             "USD ROP: Output File."});
  rows.file<&UsdParms::stage>("stage", "Stage")
      .help({"The layer that plays all frames, to reference in Solaris or to give to husk.",
             "$HIP/usd/hair.usda", "Value Clip LOP."});
  rows.string<&UsdParms::name>("name", "Primitive Name")
      .help({"What the curves are called below /World, for materials to find them.", "hair",
             "SOP Import: Path."});
  rows.string<&UsdParms::secondName>("collidername", "Collider Name")
      .help({"The same for what comes in by the second input.", "body", "SOP Import: Path."});
  rows.toggle<&UsdParms::studio>("studio", "Camera and Lights")
      .help({"Adds a camera that sees everything, a sun, a sky and render settings, so that husk renders the "
             "stage "
             "as it is.",
             "Off where a shot brings its own.", "Camera, Light and Render Settings LOPs."});
  return node;
}

}  // namespace tendril::cli
