// Nodes of a plugin that is not Tendril: well behaved ones, and one that does all that is forbidden.
#pragma once
#include <PRM/PRM_Template.h>
#include <SOP/SOP_NodeVerb.h>

#include <memory>

namespace fake {

using MakeCache = SOP_NodeCache* (*)();

class Verb : public SOP_NodeVerb {
 public:
  Verb(const char* name, PRM_Template* templates, CookMode mode, MakeCache makeCache)
      : name_(name), templates_(templates), mode_(mode), makeCache_(makeCache) {}
  UT_StringHolder name() const override { return name_; }
  SOP_NodeParms* allocParms() const override;
  SOP_NodeCache* allocCache() const override { return makeCache_(); }
  CookMode cookMode(const SOP_NodeParms*) const override { return mode_; }
  void cook(const CookParms& cookparms) const override;

 private:
  UT_StringHolder name_;
  PRM_Template* templates_;
  CookMode mode_;
  MakeCache makeCache_;
};

extern const char* const kLiftScript;
extern const char* const kRowScript;
extern const char* const kBadScript;
SOP_NodeCache* makeLift();  // moves points of a group
SOP_NodeCache* makeRow();   // a row of points, made anew only when its number changes
SOP_NodeCache* makeBad();   // does what its parameter says

}  // namespace fake
