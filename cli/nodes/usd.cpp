// tendril::usd: writes a USD file on each frame, and the stage that plays them.
#include <cmath>
#include <memory>

#include "cli/drawing/view.h"
#include "cli/usd/stage.h"
#include "nodes/parameters/definition.h"

namespace tendril::cli {
namespace {

struct UsdParms {
  std::string file, stage, name = "curves", secondName = "colliders", attributes = "*";
  bool studio = true, material = true;
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
    settings.material = parms.material;
    written->files = std::make_unique<usd::ClipFiles>(parms.stage, settings);
    written->files->goOn();
    *cook.memory = written;
  }
  return *written;
}

Outputs cookUsd(const UsdParms& parms, const Cook& cook) {
  if (parms.file.empty()) throw Error("file: is empty; name a .usda with $F4");
  if (parms.stage.empty()) throw Error("stage: is empty; name the .usda that plays the frames");
  named("file", [&] { usd::checkName(parms.file); });
  named("stage", [&] { usd::checkName(parms.stage); });
  if (parms.stage == parms.file) throw Error("stage: is the frame's own file");
  if (cook.frame != std::floor(cook.frame)) return {cook.inputs[0]};  // subframes: velocities say as much
  Written& written = writtenOf(parms, cook);
  std::vector<Geometry> all;
  for (std::size_t i = 0; i < 2; ++i)
    if (cook.input(i)) all.push_back(*cook.input(i));
  for (std::size_t f = 0; f < all.size(); ++f) usd::meetRods(all[f], f, written.looks);
  show::findRadii(all, written.radii);
  const usd::UsdFrame content = usd::usdFrameOf(all, usd::primNames({parms.name, parms.secondName}),
                                                written.looks, written.radii, parms.attributes);
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
      "Curves become BasisCurves (cubic Catmull-Rom, pinned) with widths, velocities, ids and rest. Rods are "
      "sampled finely enough that Karma renders their true shape. Polygons become meshes, pearls points of "
      "their "
      "size, constraints that hold lines. All other attributes become primvars of their names, with the "
      "types and "
      "interpolations of Houdini's SOP Import. The stage plays "
      "the files as value clips. It is written again after each frame, so it is complete whenever a run "
      "ends.";
  node.home = Home::none;
  node.writes = true;
  node.inputs = {
      {"Curves", true, true, nullptr, "Rods, curves or meshes to write."},
      {"Colliders", false, true, nullptr, "Other geometry to write to the same files, such as a character."}};
  node.attributesRead = {
      {"P v width pscale Cd id rest", "point or primitive", "Have names of their own in USD."},
      {"*", "all", "Become primvars as Attributes says."}};
  node.attributesWritten = {{"*", "all", "The first input passes through unchanged."}};
  node.related = {"curves", "cache", "lop/sopimport"};
  ParameterTable<UsdParms> table(node);
  table.file<&UsdParms::file>("file", "File")
      .help({"Path of the file for each frame, with the frame number in the name.", "$HIP/usd/hair.$F4.usda.",
             "Output File (USD ROP)."});
  table.file<&UsdParms::stage>("stage", "Stage")
      .help({"Layer that plays all frames. Reference it in Solaris or render it with husk.",
             "$HIP/usd/hair.usda.", "the node Value Clip (LOP)."});
  table.string<&UsdParms::name>("name", "Primitive Name")
      .help({"Name of the curves' primitive below /World, so that materials can be assigned to it.", "hair.",
             "Path (SOP Import)."});
  table.string<&UsdParms::secondName>("collidername", "Collider Name")
      .disableWhen("{ hasinput(1) == 0 }")
      .help({"Name of the primitive for the geometry of the second input.", "body.", "Path (SOP Import)."});
  table.string<&UsdParms::attributes>("attribs", "Attributes")
      .help({"Which attributes become primvars: names with * and ?, and ^ in front of what is left out. The "
             "state "
             "of rods is never written.",
             "*; \"* ^temp*\".", "Attributes (SOP Import)."});
  table.toggle<&UsdParms::material>("material", "Hair Material")
      .help({"Binds a MaterialX standard surface to the curves, which takes its colour from displayColor.",
             "on; off if materials are assigned later.", "the node Material Library (LOP)."});
  table.toggle<&UsdParms::studio>("studio", "Camera and Lights")
      .help({"Adds a camera that shows the whole animation, a sun, a sky and render settings, so that husk "
             "can render the stage as it is.",
             "on; off if a shot has its own.", "the nodes Camera, Light and Render Settings (LOPs)."});
  return node;
}

}  // namespace tendril::cli
