// What the nodes of the fake plugin do.
#include "fake_verbs.h"

#include <GA/GA_AIFTuple.h>
#include <GA/GA_AttributeDict.h>
#include <GEO/GEO_PrimPoly.h>
#include <SOP/SOP_NodeParmsOptions.h>
#include <UT/UT_IStream.h>
#include <UT/UT_Interrupt.h>
#include <UT/UT_Ramp.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace fake {

const char* const kLiftScript = R"ds(# Made by hand

{
    name	fake::lift::1.0
    script	fake::lift::1.0
    label	"Lift"
    help {
	""
    }
    inputlabel	1	"Points"
    group {
        name    "folder0"
        label   "Lift"
        parm {
            name    "group"
            label   "Group"
            type    string
            default { "" }
            help    "Only \"these\" move."
            parmtag { "sop_input" "0" }
        }
        parm {
            name    "by"
            label   "By"
            type    vector
            size    3
            default { "0" "1" "0" }
            hidewhen "{ mode == still }"
            range   { -10! 10 }
        }
        parm {
            name    "mode"
            label   "Mode"
            type    ordinal
            default { "move" }
            menu {
                "still" "Stand Still"
                "move" "Move"
            }
        }
    }
    parm {
        name    "shape"
        label   "Shape"
        type    ramp_flt
        default { "2" }
        range   { 1! 10 }
        parmtag { "rampfloatdefault" "1pos ( 0 ) 1value ( 0 ) 1interp ( linear ) 2pos ( 1 ) 2value ( 2 ) 2interp ( linear )" }
    }
    multiparm {
        name    "weights"
        label   "Weights"
        default 1
        parm {
            name    "weight#"
            label   "Weight"
            type    float
            default { "1" }
        }
    }
}
)ds";

const char* const kRowScript = R"ds({
    name parameters
    parm { name "count" label "Count" type integer default { "3" } }
    parm { name "double" label "Double" type button default { "0" } }
    parm { name "tint" label "Tint" type color default { "1" "0.5" "0" } }
}
)ds";

const char* const kBadScript = R"ds({
    name parameters
    parm { name "what" label "What" type string default { "" } }
}
)ds";

SOP_NodeParms* Verb::allocParms() const {
  return new SOP_NodeParmsOptions(templates_);
}
void Verb::cook(const CookParms& cookparms) const {
  static_cast<SOP_NodeCacheOptions*>(cookparms.cache())->doCook(this, cookparms);
}

namespace {

class Lift : public SOP_NodeCacheOptions {
  OP_ERROR cook(OP_Context& context) override {
    const fpreal time = context.getTime();
    UT_String mode, pattern, text;
    evalString(mode, "mode", 0, time);
    evalString(pattern, "group", 0, time);
    if (mode.toStdString() == "still") return error();
    GOP_Manager groups;
    const GA_PointGroup* group = nullptr;
    if (pattern.isstring()) {
      group = groups.parsePointGroups(pattern.c_str(), GroupCreator(gdp));
      if (!group) addError(SOP_ERR_BADGROUP, pattern.c_str());
      if (!group) return error();
    }
    evalString(text, "shape", 0, time);
    const std::string encoded = text.toStdString();
    UT_IStream stream(encoded.c_str(), encoded.size(), UT_ISTREAM_ASCII);
    UT_Ramp ramp;
    if (!ramp.load(stream)) addError(SOP_MESSAGE, "no ramp");
    float shape[4];
    ramp.rampLookup(0.5, shape);
    auto by = static_cast<float>(evalFloat("by", 1, time)) * shape[0];
    for (int i = 1; i <= evalInt("weights", 0, time); ++i)
      by *= static_cast<float>(evalFloatInst("weight#", &i, 0, time));
    for (GA_Index i = 0; i < gdp->getNumPoints(); ++i) {
      const GA_Offset offset = gdp->pointOffset(i);
      const UT_Vector3 p = gdp->getPos3(offset);
      if (!group || group->containsOffset(offset)) gdp->setPos3(offset, UT_Vector3(p.x(), p.y() + by, p.z()));
    }
    return error();
  }
};

class Parameter : public SOP_NodeCacheOptions {
  OP_ERROR cook(OP_Context& context) override {
    const auto count = evalInt("count", 0, context.getTime());
    addMessage(SOP_MESSAGE, gdp->getNumPoints() == count ? "kept" : "built");
    if (count > 100) addWarning(SOP_MESSAGE, "many points");
    if (gdp->getNumPoints() == count) return error();
    gdp->clearAndDestroy();
    if (count == 13) {
      gdp->appendPointBlock(1);  // half done
      addError(SOP_MESSAGE, "unlucky");
      return error();
    }
    const GA_Offset first = gdp->appendPointBlock(count);
    std::vector<int> numbers;
    for (GA_Index i = 0; i < count; ++i) {
      gdp->setPos3(gdp->pointOffset(i), UT_Vector3(static_cast<float>(i), 0, 0));
      numbers.push_back(static_cast<int>(i));
    }
    GEO_PolyCounts sizes;
    sizes.append(count);
    GEO_PrimPoly::buildBlock(gdp, first, count, sizes, numbers.data(), false);
    return error();
  }
};

class Bad : public SOP_NodeCacheOptions {
  OP_ERROR cook(OP_Context& context) override {
    UT_String text;
    evalString(text, "what", 0, context.getTime());
    const std::string what = text.toStdString();
    if (what == "throw") throw std::runtime_error("thrown");
    if (what == "open") UTgetInterrupt()->opStart("left open");
    if (what == "write") {
      auto at = inputGeo(0)->getAttributeDict(GA_ATTRIB_POINT).begin(GA_SCOPE_PUBLIC);
      while (at.attrib()->getName().toStdString() != "P") ++at;
      at.attrib()->getAIFTuple()->set(at.attrib(), inputGeo(0)->pointOffset(0), 99.0f);
    }
    if (what == "poll") {
      const UT_AutoInterrupt progress("polling");
      std::thread([] { UTgetInterrupt()->opInterrupt(); }).join();
    }
    if (what == "thread") std::thread([this] { hasInput(0); }).join();
    if (what == "name") evalFloat("nosuch", 0, 0);
    if (what == "slow") work();
    return error();
  }
  void work() {
    UT_AutoInterrupt progress("working");
    for (int i = 0; i < 2000 && !progress.wasInterrupted(i / 20); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

}  // namespace

SOP_NodeCache* makeLift() {
  return new Lift;
}
SOP_NodeCache* makeRow() {
  return new Parameter;
}
SOP_NodeCache* makeBad() {
  return new Bad;
}

}  // namespace fake
