// Pictures of drawings, by ray tracing (Embree): round tubes, hair shading, soft shadows, a ground.
//
//   Tracer tracer(drawing, settings);
//   Picture picture = tracer.picture(camera);
//
// The same drawing gives the same bits, for any number of threads.
#pragma once

#include <memory>
#include <optional>

#include "cli/show/camera.h"
#include "cli/show/drawing.h"
#include "cli/show/picture.h"

namespace tendril::show {

struct TraceSettings {
  int width = 960, height = 540;
  int samples = 16;              // rays a pixel
  std::optional<double> ground;  // its height; none: there is none
  bool blurs = false;            // between both sides of the drawing
  bool dark = false;             // background
  bool coversOnly = false;       // white where there is something, black elsewhere, grey at borders
  // false colours
  bool showsValues = false;
  double low = 0, high = 1;
};

class Tracer {
 public:
  // Keeps a reference to the drawing.
  Tracer(const Drawing& drawing, const TraceSettings& settings);
  ~Tracer();
  Tracer(const Tracer&) = delete;

  Picture picture(const Camera& camera);

 private:
  struct World;
  const Drawing& drawing_;
  TraceSettings settings_;
};

}  // namespace tendril::show
