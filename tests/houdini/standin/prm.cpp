// Templates made one by one.
#include <PRM/PRM_Conditional.h>
#include <PRM/PRM_Default.h>
#include <PRM/PRM_Name.h>
#include <PRM/PRM_Range.h>
#include <PRM/PRM_SpareData.h>
#include <PRM/PRM_Template.h>
#include <SIM/SIM_PRMShared.h>

#include <iomanip>
#include <sstream>

#include "standin/faults.h"
#include "standin/threads.h"

PRM_Name SIMshowguideName("showguide", "Show Guide Geometry");

PRM_Name::PRM_Name(const char* token, const char* label) : token_(token), label_(label) {}
const char* PRM_Name::getToken() const {
  standin::called(__func__);
  return token_;
}
const char* PRM_Name::getLabel() const {
  standin::called(__func__);
  return label_;
}
PRM_Default::PRM_Default(fpreal n, const char* t, CH_StringMeaning) : number(n), text(t) {}
PRM_Range::PRM_Range(PRM_RangeFlag a, fpreal from, PRM_RangeFlag b, fpreal to)
    : lowFlag(a), highFlag(b), low(from), high(to) {}
PRM_Conditional::PRM_Conditional(const char* when, PRM_ConditionalType what) : condition(when), type(what) {
  standin::called(__func__);
  if (!when || *when != '{') standin::fault("a condition needs braces");
}
PRM_SpareData::PRM_SpareData() = default;
void PRM_SpareData::addTokenValue(const char* token, const char* value) {
  standin::called(__func__);
  values[token] = value;
}
const char* PRM_SpareData::getFloatRampDefaultToken() {
  standin::called(__func__);
  return "rampfloatdefault";
}
PRM_ChoiceList::PRM_ChoiceList() = default;
PRM_ChoiceList::PRM_ChoiceList(PRM_ChoiceListType, PRM_Name* given) : names(given) {}

namespace {

std::string typeOf(PRM_Type type, int size) {
  switch (type) {
    case PRM_TOGGLE:
    case PRM_TOGGLE_J:
      return "toggle";
    case PRM_INT_J:
      return "integer";
    case PRM_XYZ_J:
      return "vector";
    case PRM_RGB:
      return "color";
    case PRM_ORD:
      return "ordinal";
    case PRM_STRING:
      return "string";
    case PRM_HEADING:
      return "label";
    default:
      return size == 1 ? "float" : size == 3 ? "vector" : "vector" + std::to_string(size);
  }
}

std::string shown(const PRM_Default& value) {
  if (value.text) return value.text;
  std::ostringstream text;
  text << std::setprecision(17) << value.number;
  return text.str();
}

}  // namespace

PRM_Template::PRM_Template(PRM_Type kind, int many, PRM_Name* name, PRM_Default* from, PRM_ChoiceList* list,
                           PRM_Range* range, PRM_Callback call, PRM_SpareData*, int, const char*,
                           PRM_ConditionalBase*)
    : callback(call) {
  standin::called(__func__);
  if (kind == PRM_LIST_TERMINATOR) return;
  token = name->getToken();
  type = typeOf(kind, many);
  size = many;
  choices = list;
  for (int i = 0; from && i < many; ++i) defaults.push_back(shown(from[i]));
  for (const PRM_Name* item = list ? list->names : nullptr; item && item->getToken(); ++item)
    items.push_back(item->getToken());
  if (kind == PRM_ORD && items.empty()) standin::fault(token + ": a menu without items");
  if (range && !(range->low < range->high)) standin::fault(token + ": an empty range");
}

void PRM_Template::initMulti(PRM_MultiType kind, PRM_Template*, PRM_Export, fpreal, PRM_Name* name,
                             PRM_Default* from, PRM_Range*, PRM_Callback, PRM_SpareData* spare, const char*,
                             PRM_ConditionalBase*) {
  standin::called(__func__);
  if (kind != PRM_MULTITYPE_RAMP_FLT) standin::stop("the stand-in knows no other list than ramps");
  token = name->getToken();
  type = "ramp_flt";
  if (from) defaults.push_back(shown(*from));
  if (spare) rampDefault = spare->values["rampfloatdefault"];
}

const char* PRM_Template::getToken() const {
  standin::called(__func__);
  return token.c_str();
}
bool PRM_Template::isEnd() const {
  standin::called(__func__);
  return token.empty();
}
