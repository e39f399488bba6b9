// Parameters that were set and have no effect: conditions of the table hide or disable them, or say so
// (hideWhen, disableWhen, unusedWhen).
//
//   const std::vector<Unused> unused = unusedOf({parms}, {true, false});
//   if (!unused.empty()) host.note(unusedText(unused));
//
// Conditions are Houdini's: "{ place != even } { type == pins count > 3 }" holds where all terms of one brace
// hold. A term compares a parameter, a component of one or hasinput(number).
#pragma once

#include "nodes/parameters/values.h"

namespace tendril::nodes {

// Inputs that are connected, by number.
using Connected = std::vector<bool>;
Connected connectedOf(const std::vector<std::shared_ptr<const Geometry>>& inputs);

struct Unused {
  const Parameter* parameter = nullptr;
  std::string why;  // "Goal Weight is 0"
};

// `moments`: the node's parameters where any of them has a key. Unused is what is away from its default at
// one of them and has no effect at any.
std::vector<Unused> unusedOf(const std::vector<Parms>& moments, const Connected& connected);

// "2 settings have no effect: Goal Ramp, Goal Damping (Goal Weight is 0)."
std::string unusedText(const std::vector<Unused>& unused);

// "the attribute goalweight has no effect: Goal Weight is 0": of attributes that are on an input.
std::vector<std::string> unusedAttributes(const std::vector<Parms>& moments,
                                          const std::vector<std::shared_ptr<const Geometry>>& inputs);

// The braces of a condition, each a list of terms of three words. Throws an Error where it cannot be read.
using ConditionTerms = std::vector<std::vector<std::string>>;
std::vector<ConditionTerms> readCondition(const std::string& condition);

}  // namespace tendril::nodes
