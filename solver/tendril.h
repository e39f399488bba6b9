// Tendril as a library: everything that a program needs to simulate rods, without headers of kernels.
//
//   #include "solver/tendril.h"
//
//   tendril::Scene scene;
//   scene.rods = {tendril::rodOf(points, {1e-3, 1, 1000, 1e7, 0.5}, 8)};   // clamped where the curve begins
//   tendril::State state = tendril::restState(scene);
//   tendril::simulate(scene, state, {}, 48);                                  // 2 s at 24 steps a second
//   std::vector<tendril::Frame<double>> knots =
//       tendril::knotFrames(tendril::shapeOf(scene.rods[0], state.rods[0].pose));
//
// SI units. tests/consumer/ is a complete program; docs/method.md describes the method.
#pragma once

#include "solver/base/error.h"              // caller's errors: Error
#include "solver/constraints/constraint.h"  // constraints: SceneConstraint
#include "solver/fit/fit.h"                 // polyline to knots: fitRod()
#include "solver/rods/section.h"            // material and thickness: SectionInput, makeSection()
#include "solver/rods/shape.h"              // shapes: Model, Shape, knotFrames(), ShapeWalker
#include "solver/scene/rod_of.h"            // a rod of a scene from a polyline: rodOf()
#include "solver/scene/scene.h"             // what is simulated: Scene, State
#include "solver/statics/sag_free.h"        // rest shapes for drawn equilibria: makeSagFree()
#include "solver/statics/statics.h"         // equilibria: findEquilibrium(), settle()
#include "solver/step/step.h"               // motion: step(), simulate(), Workspace, energiesOf()
#include "solver/sweep/rest_state.h"        // initial state: restState()
