// Pictures of drawings, by ray tracing (Embree): round tubes, hair shading, soft shadows, a ground.
//
//   Picture picture = trace(drawing, settings, camera);
//
// The same drawing gives the same bits, for any number of threads.
#pragma once

#include <optional>

#include "cli/drawing/camera.h"
#include "cli/drawing/drawing.h"
#include "cli/render/picture.h"

namespace tendril::cli::show {

struct TraceSettings {
  int width = 960, height = 540;
  int samples = 32;              // rays a pixel
  float leastWidth = 1;          // pixels: thinner fibres are drawn so wide, and as faint as they are
  std::optional<double> ground;  // its height; none: there is none
  bool blurs = false;            // between both sides of the drawing
  bool dark = false;             // background
  bool coversOnly = false;       // white where there is something, black elsewhere, grey at borders
  // false colours
  bool showsValues = false;
  double low = 0, high = 1;
};

Picture trace(const Drawing& drawing, const TraceSettings& settings, const Camera& camera);

}  // namespace tendril::cli::show
