// Nodes, their types, and verbs.
#include "standin/node.h"

#include <SOP/SOP_NodeVerb.h>

#include <mutex>

#include "standin/faults.h"
#include "standin/threads.h"

#if SYS_VERSION_MAJOR_INT >= 21
using AnyVerb = OP_NodeVerb;
#else
using AnyVerb = SOP_NodeVerb;
#endif

namespace {

std::mutex verbMutex;
std::map<std::string, AnyVerb*> verbs;

}  // namespace

OP_Context::OP_Context(fpreal time) : time_(time) {}
fpreal OP_Context::getTime() const {
  standin::called(__func__);
  return time_;
}
OP_Network::~OP_Network() = default;

OP_Parameters::OP_Parameters() : impl_(new Impl) {}
OP_Parameters::~OP_Parameters() = default;

OP_Node::OP_Node(OP_Network*, const char* name, OP_Operator* entry) {
  standin::called(__func__);
  impl_->name = name;
  impl_->entry = entry;
  impl_->parms = standin::Parms(entry ? entry->templates : nullptr);
}
OP_Node::~OP_Node() = default;
int OP_Node::isRefInput(StandInInput) const {
  return 0;
}
OP_Operator* OP_Node::getOperator() const {
  standin::called(__func__);
  return impl_->entry;
}
const UT_StringHolder& OP_Node::getName() const {
  standin::called(__func__);
  return impl_->name;
}
fpreal OP_Parameters::evalFloat(const char* parm, int component, fpreal time) const {
  standin::called(__func__);
  return standin::named([&] { return impl_->parms.number(parm, component, time); });
}
exint OP_Parameters::evalInt(const char* parm, int component, fpreal time) const {
  standin::called(__func__);
  return standin::named([&] { return impl_->parms.integer(parm, component, time); });
}
void OP_Parameters::evalString(UT_String& text, const char* parm, int component, fpreal time) const {
  standin::called(__func__);
  text.harden(standin::named([&] { return impl_->parms.text(parm, component, time); }).c_str());
}
void OP_Parameters::setFloat(const char* parm, int component, fpreal, fpreal value) {
  standin::called(__func__);
  standin::named([&] { return impl_->parms.setNumber(parm, component, value), true; });
}
void OP_Parameters::setInt(const char* parm, int component, fpreal, exint value) {
  standin::called(__func__);
  standin::named([&] { return impl_->parms.setNumber(parm, component, static_cast<double>(value)), true; });
}
void OP_Parameters::setString(const UT_StringHolder& text, const char* parm, int component, fpreal) {
  standin::called(__func__);
  standin::named([&] { return impl_->parms.setText(parm, component, text.toStdString()), true; });
}

OP_Operator::OP_Operator(const char* opname, const char* opEnglish, OP_Constructor opConstruct,
                         PRM_Template* opTemplates, unsigned min_sources, unsigned max_sources,
                         CH_LocalVariable*, unsigned opFlags, const char** inputlabels, int,
                         const char* tab_submenu_path)
    : name(opname),
      english(opEnglish),
      submenu(tab_submenu_path),
      construct(opConstruct),
      templates(opTemplates),
      minSources(min_sources),
      maxSources(max_sources),
      flags(opFlags) {
  for (; inputlabels && *inputlabels; ++inputlabels) inputLabels.push_back(*inputlabels);
}
OP_Operator::~OP_Operator() = default;
const UT_StringHolder& OP_Operator::getName() const {
  standin::called(__func__);
  return name;
}
void OP_Operator::setIconName(const char* iconName) {
  standin::called(__func__);
  icon = iconName;
}
bool OP_Operator::getHDKHelp(UT_String&) const {
  standin::called(__func__);
  return false;
}
bool OP_Operator::getVersion(UT_String&) {
  standin::called(__func__);
  return false;
}

OP_OperatorTable::~OP_OperatorTable() {
  standin::called(__func__);
  for (OP_Operator* op : all) delete op;
}
bool OP_OperatorTable::addOperator(OP_Operator* op, std::ostream*) {
  standin::called(__func__);
  for (const OP_Operator* other : all)
    if (other->name.toStdString() == op->name.toStdString()) {
      standin::fault("the operator " + op->name.toStdString() + " is there already");
      return false;
    }
  all.push_back(op);
  return true;
}

AnyVerb::~AnyVerb() = default;
void AnyVerb::registerVerb(AnyVerb* verb) {
  standin::called(__func__);
  const std::lock_guard<std::mutex> lock(verbMutex);
  verbs[verb->name().toStdString()] = verb;
}
const SOP_NodeVerb* SOP_NodeVerb::lookupVerb(const UT_StringRef& name) {
  standin::called(__func__);
  const std::lock_guard<std::mutex> lock(verbMutex);
  const auto found = verbs.find(name.toStdString());
  return found == verbs.end() ? nullptr : dynamic_cast<const SOP_NodeVerb*>(found->second);
}
bool standin::hasVerb(const std::string& name) {
  return SOP_NodeVerb::lookupVerb(name.c_str()) != nullptr;
}

SOP_NodeParms::~SOP_NodeParms() = default;
SOP_NodeCache::~SOP_NodeCache() = default;
SOP_NodeCache* SOP_NodeVerb::allocCache() const {
  standin::called(__func__);
  return nullptr;
}
SOP_NodeVerb::CookMode SOP_NodeVerb::cookMode(const SOP_NodeParms*) const {
  standin::called(__func__);
  return COOK_GENERIC;
}

SOP_Node::SOP_Node(OP_Network* parent, const char* name, OP_Operator* entry) : OP_Node(parent, name, entry) {}
SOP_Node::~SOP_Node() = default;
const SOP_NodeVerb* SOP_Node::cookVerb() const {
  standin::called(__func__);
  return SOP_NodeVerb::lookupVerb(getOperator()->getName());
}
PRM_ChoiceList SOP_Node::pointGroupMenu;
PRM_ChoiceList SOP_Node::primGroupMenu;
