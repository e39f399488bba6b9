// Tendril as a library: everything that a program needs to simulate rods, and no header of its kernels.
//
//   #include "solver/tendril.h"
//
//   tendril::Scene scene;
//   scene.rods = {tendril::rodOf(points, {1e-3, 1, 1000, 1e7, 0.5}, 8)};   // clamped where the curve begins
//   tendril::State state = tendril::restState(scene);
//   tendril::simulate(scene, state, {}, 48);                                        // two seconds of 24
//   steps std::vector<tendril::Frame<double>> knots = tendril::knotFrames(tendril::shapeOf(scene.rods[0],
//   state.rods[0].pose));
//
// SI units. tests/consumer/ is a whole program; docs/method.md says what is computed.
#pragma once

#include "solver/base/error.h"              // what a caller got wrong: Error
#include "solver/constraints/constraint.h"  // what holds rods: SceneConstraint
#include "solver/fit/fit.h"                 // polyline to knots: fitRod()
#include "solver/rods/section.h"            // material and thickness: SectionInput, makeSection()
#include "solver/rods/shape.h"              // shapes: Model, Shape, knotFrames(), ShapeWalker
#include "solver/scene/rod_of.h"            // a rod of a scene from a polyline: rodOf()
#include "solver/scene/scene.h"             // what is simulated: Scene, State
#include "solver/statics/sag_free.h"        // rest shapes that hang as drawn: makeSagFree()
#include "solver/statics/statics.h"         // equilibria: findEquilibrium(), settle()
#include "solver/step/step.h"               // motion: step(), simulate(), Workspace, energiesOf()
#include "solver/sweep/rest_state.h"        // where it begins: restState()
