// How much light a fibre, or what is thicker, sends to the viewer.
//
// Fibres as Kajiya and Kay (1989) light them, with the two lobes of Marschner et al. (2003) that matter most:
// R, white, reflected at the outside, shifted towards the root by the cuticle's tilt; TRT, coloured, through
// the fibre and back. Angles theta are from the plane across the tangent t; phi is around it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solver/base/layers.h"

namespace tendril::cli::show {

struct Fibre {
  Eigen::Vector3f tangent = Eigen::Vector3f::UnitX(), normal = Eigen::Vector3f::UnitY();
  Eigen::Vector3f colour = Eigen::Vector3f::Zero();
  float thick = 0;  // 0: thinner than a pixel, 1: a tube with a lit and a dark side
  float shine = 1;
};

// From a screen's colour to the light it stands for.
inline Eigen::Vector3f toLight(const Eigen::Vector3f& screen) {
  return screen.unaryExpr(
      [](float s) { return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f); });
}

inline float lobe(float theta, float shift, float width) {
  const float x = (theta - shift) / width;
  return std::exp(-0.5f * x * x);
}

// From direction l to direction v, both unit vectors away from the fibre; a part of the light.
inline Eigen::Vector3f fibreLight(const Fibre& f, const Eigen::Vector3f& l, const Eigen::Vector3f& v) {
  constexpr float kShift = -0.10f, kNarrow = 0.12f, kBack = 0.15f, kWide = 0.22f;  // rad
  const float sinL = std::clamp(f.tangent.dot(l), -1.0f, 1.0f),
              sinV = std::clamp(f.tangent.dot(v), -1.0f, 1.0f);
  const float cosL = std::sqrt(1 - sinL * sinL), cosV = std::sqrt(1 - sinV * sinV);
  const float theta = 0.5f * (std::asin(sinL) + std::asin(sinV));
  const float across = cosL * cosV;
  const float cosPhi = across > 1e-6f ? std::clamp((l.dot(v) - sinL * sinV) / across, -1.0f, 1.0f) : 1;
  const float half = std::sqrt(0.5f * (1 + cosPhi));
  const float facing = f.normal.dot(l);
  // light that goes round a fibre: more comes back than goes through
  const float thin = cosL * (0.45f + 0.15f * cosPhi), thick = std::max(0.0f, facing);
  const float diffuse = (1 - f.thick) * thin + f.thick * thick;
  const float lit = (1 - f.thick) + f.thick * std::clamp(4 * facing, 0.0f, 1.0f);
  const float white = 0.15f * lobe(theta, kShift, kNarrow) * half;
  const float coloured = 0.36f * lobe(theta, kBack, kWide) * std::max(0.0f, cosPhi);
  return diffuse * f.colour + f.shine * lit * cosL * (Eigen::Vector3f::Constant(white) + coloured * f.colour);
}

}  // namespace tendril::cli::show
