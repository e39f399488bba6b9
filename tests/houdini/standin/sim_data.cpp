// Data, their options and filters; copies, files.
#include "standin/sim_data.h"

#include <SIM/SIM_ColliderInfo.h>
#include <SIM/SIM_DataFilter.h>
#include <SIM/SIM_Force.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_GuidePerObject.h>
#include <SIM/SIM_Position.h>
#include <SIM/SIM_Utils.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "standin/faults.h"
#include "standin/solvers.h"
#include "standin/threads.h"

namespace standin {

bool adopts = true;

namespace {

std::mutex mutex;
std::vector<SimMessage> messages;

std::map<std::string, SIM_DataFactory>& factories() {
  static std::map<std::string, SIM_DataFactory> all = [] {
    std::map<std::string, SIM_DataFactory> own;
    for (SIM_DataFactory (*make)() :
         {&SIM_Object::standInFactory, &SIM_Position::standInFactory, &SIM_Geometry::standInFactory,
          &SIM_SopGeometry::standInFactory, &SIM_GeometryCopy::standInFactory,
          &SIM_SolverMulti::standInFactory, &GAS_SubStep::standInFactory}) {
      SIM_DataFactory factory = make();
      own[factory.type] = factory;
    }
    return own;
  }();
  return all;
}

}  // namespace

void addFactory(SIM_DataFactory factory) {
  const std::lock_guard<std::mutex> lock(mutex);
  // asked for as often as there are engines, and always the same
  if (factory.description() != factory.description()) fault(factory.type + " describes itself anew");
  factories()[factory.type] = std::move(factory);
}

const SIM_DataFactory* findFactory(const std::string& type) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = factories().find(type);
  return found == factories().end() ? nullptr : &found->second;
}

const SIM_DataFactory& factoryOf(const std::string& type) {
  if (const SIM_DataFactory* found = findFactory(type)) return *found;
  throw std::runtime_error("no data is of type " + type);
}

void Drop::operator()(SIM_Data* data) const {
  SIM_Data::Impl::drop(data);
}

DataPtr newData(const std::string& type) {
  const SIM_DataFactory& factory = factoryOf(type);
  DataPtr made(factory.make(&factory));
  made->impl().factory = &factory;
  made->impl().type = UT_StringHolder(factory.type);
  SIM_Data::Impl::initialize(*made);
  return made;
}

DataPtr copyOf(const SIM_Data& data) {
  DataPtr made = newData(data.impl().factory->type);
  SIM_Data::Impl::makeEqual(*made, data);
  for (const auto& [name, sub] : data.impl().subs) made->impl().subs.emplace_back(name, copyOf(*sub));
  return made;
}

void attach(SIM_Data& parent, const std::string& name, DataPtr data) {
  for (auto& [known, sub] : parent.impl().subs)
    if (known == name) {
      sub = std::move(data);
      return;
    }
  parent.impl().subs.emplace_back(name, std::move(data));
}

std::size_t countAborts() {
  const std::lock_guard<std::mutex> lock(mutex);
  return static_cast<std::size_t>(std::count_if(
      messages.begin(), messages.end(), [](const SimMessage& m) { return m.severity >= UT_ERROR_ABORT; }));
}

std::vector<SimMessage> takeMessages() {
  const std::lock_guard<std::mutex> lock(mutex);
  return std::move(messages);
}

namespace {

void putText(std::ostream& to, const std::string& text) {
  to << text.size() << ":" << text;
}

// What was put, from a place in a text.
class Taker {
 public:
  explicit Taker(const std::string& text) : text_(text) {}
  std::string next() {
    const std::size_t colon = text_.find(':', at_);
    if (colon == std::string::npos) throw std::runtime_error("a saved simulation ends too soon");
    const std::size_t size = std::stoul(text_.substr(at_, colon - at_));
    const std::string part = text_.substr(colon + 1, size);
    if (part.size() != size) throw std::runtime_error("a saved simulation ends too soon");
    at_ = colon + 1 + size;
    return part;
  }
  bool done() const { return at_ == text_.size(); }

 private:
  const std::string& text_;
  std::size_t at_ = 0;
};

std::string bytes(const double* values, std::size_t count) {
  return std::string(reinterpret_cast<const char*>(values), count * sizeof(double));
}

std::string optionText(const UT_Options::Value& value) {
  std::ostringstream text;
  text << value.index() << " ";
  if (const auto* on = std::get_if<bool>(&value)) text << *on;
  if (const auto* whole = std::get_if<int64>(&value)) text << *whole;
  if (const auto* number = std::get_if<fpreal64>(&value)) text << bytes(number, 1);
  if (const auto* word = std::get_if<UT_StringHolder>(&value)) text << word->toStdString();
  if (const auto* two = std::get_if<UT_Vector2D>(&value)) {
    const double all[] = {two->x(), two->y()};
    text << bytes(all, 2);
  }
  if (const auto* three = std::get_if<UT_Vector3D>(&value)) {
    const double all[] = {three->x(), three->y(), three->z()};
    text << bytes(all, 3);
  }
  return text.str();
}

UT_Options::Value optionOf(const std::string& text) {
  const int kind = std::stoi(text);
  const std::string rest = text.substr(text.find(' ') + 1);
  const auto* numbers = rest.data();
  const auto number = [&](std::size_t i) {
    double value = 0;
    std::copy_n(numbers + i * sizeof value, sizeof value, reinterpret_cast<char*>(&value));
    return value;
  };
  switch (kind) {
    case 0:
      return rest == "1";
    case 1:
      return static_cast<int64>(std::stoll(rest));
    case 2:
      return number(0);
    case 3:
      return UT_StringHolder(rest);
    case 4:
      return UT_Vector2D(number(0), number(1));
    default:
      return UT_Vector3D(number(0), number(1), number(2));
  }
}

}  // namespace

std::string saved(const SIM_Data& data) {
  std::ostringstream to, own, options, subs;
  SIM_Data::Impl::save(data, own);
  if (const auto* user = dynamic_cast<const SIM_OptionsUser*>(&data))
    for (const auto& [name, value] : user->getOptions().values) {
      putText(options, name);
      putText(options, optionText(value));
    }
  for (const auto& [name, sub] : data.impl().subs) {
    putText(subs, name);
    putText(subs, saved(*sub));
  }
  putText(to, data.impl().factory->type);
  putText(to, data.impl().name.toStdString());
  putText(to, std::to_string(data.impl().id));
  putText(to, options.str());
  putText(to, own.str());
  putText(to, subs.str());
  return to.str();
}

DataPtr loaded(const std::string& text) {
  Taker parts(text);
  DataPtr made = newData(parts.next());
  made->impl().name.harden(parts.next().c_str());
  made->impl().id = std::stoi(parts.next());
  const std::string options = parts.next(), own = parts.next(), subs = parts.next();
  if (!parts.done()) throw std::runtime_error("a saved simulation goes on too long");
  if (auto* user = dynamic_cast<SIM_OptionsUser*>(made.get()))
    for (Taker each(options); !each.done();) {
      const std::string name = each.next();
      user->standInOptions().values[name] = optionOf(each.next());
    }
  UT_IStream stream(own.data(), own.size(), UT_ISTREAM_BINARY);
  if (!SIM_Data::Impl::load(*made, stream)) throw std::runtime_error("data cannot be loaded");
  for (Taker each(subs); !each.done();) {
    const std::string name = each.next();
    made->impl().subs.emplace_back(name, loaded(each.next()));
  }
  return made;
}

}  // namespace standin

// ---- data

SIM_Data::SIM_Data(const SIM_DataFactory*) : impl_(new Impl) {}
SIM_Data::~SIM_Data() = default;
const UT_StringHolder& SIM_Data::getDataType() const {
  standin::called(__func__);
  return impl_->type;
}
bool SIM_Data::getIsOfType(const UT_StringRef& type) const {
  standin::called(__func__);
  const std::string name = type.toStdString();
  const SIM_DataFactory& own = *impl_->factory;
  return own.type == name || std::find(own.supers.begin(), own.supers.end(), name) != own.supers.end();
}
const SIM_Data* SIM_Data::getConstNamedSubData(const char* name) const {
  standin::called(__func__);
  for (const auto& [known, sub] : impl_->subs)
    if (known == name) return sub.get();
  return nullptr;
}
SIM_Data* SIM_Data::getNamedSubData(const char* name) {
  standin::called(__func__);
  return const_cast<SIM_Data*>(static_cast<const SIM_Data*>(this)->getConstNamedSubData(name));
}
SIM_Data* SIM_Data::createNamedSubData(const char* name, const char* type, int flags, UT_String*) {
  standin::called(__func__);
  if (!standin::findFactory(type)) return nullptr;
  SIM_Data* old = getNamedSubData(name);
  if (old && (flags & SIM_DATA_RETURN_EXISTING) && old->getIsOfType(type)) return old;
  standin::DataPtr made = standin::newData(type);
  if (old && standin::adopts && (flags & SIM_DATA_ADOPT_EXISTING_ON_DELETE)) Impl::makeEqual(*made, *old);
  SIM_Data* result = made.get();
  standin::attach(*this, name, std::move(made));
  return result;
}
void SIM_Data::Impl::makeEqual(SIM_Data& to, const SIM_Data& from) {
  auto* options = dynamic_cast<SIM_OptionsUser*>(&to);
  const auto* source = dynamic_cast<const SIM_OptionsUser*>(&from);
  if (options && source) options->standInOptions() = source->getOptions();
  to.impl().name.harden(from.impl().name.c_str());
  to.impl().id = from.impl().id;
  to.makeEqualSubclass(&from);
}
void SIM_Data::filterConstSubData(SIM_ConstDataArray& found, const SIM_DataFilter*,
                                  const SIM_DataFilter& filter, const char* from,
                                  const SIM_DataFilter& into) const {
  const SIM_Data* start = from && *from ? getConstNamedSubData(from) : this;
  if (!start) return;
  for (const auto& [name, sub] : start->impl_->subs) {
    if (filter.acceptData(sub.get(), name.c_str())) found.append(sub.get());
    if (into.acceptData(sub.get(), name.c_str())) sub->filterConstSubData(found, nullptr, filter, "", into);
  }
}
void SIM_Data::addError(const SIM_RootData* root, int code, const char* parm,
                        UT_ErrorSeverity severity) const {
  standin::called(__func__);
  if (!root || code != SIM_MESSAGE || !parm || !*parm) standin::fault("an error that says nothing");
  const std::lock_guard<std::mutex> lock(standin::mutex);
  standin::messages.push_back({root ? root->getName().toStdString() : "", severity, parm ? parm : ""});
}
void* SIM_Data::castPointerToType(SIM_Data* data, const UT_StringRef& type) {
  standin::called(__func__);
  return data ? data->getPointerToType(type) : nullptr;
}
const void* SIM_Data::castConstPointerToType(const SIM_Data* data, const UT_StringRef& type) {
  standin::called(__func__);
  return data ? data->getConstPointerToType(type) : nullptr;
}

// ---- options

UT_Options::UT_Options() = default;
UT_Options::~UT_Options() = default;
bool UT_Options::hasOption(const UT_StringRef& name) const {
  standin::called(__func__);
  return values.count(name.toStdString()) != 0;
}
namespace {
// No conversion: who asks for another type than was set gets nothing, and a fault.
template <class T>
const T& option(const UT_Options& options, const UT_StringRef& name) {
  static const T none{};
  const auto found = options.values.find(name.toStdString());
  const T* value = found == options.values.end() ? nullptr : std::get_if<T>(&found->second);
  if (!value) standin::fault("the option \"" + name.toStdString() + "\" is not there, or of another type");
  return value ? *value : none;
}
}  // namespace
bool UT_Options::getOptionB(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<bool>(*this, name);
}
int64 UT_Options::getOptionI(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<int64>(*this, name);
}
fpreal64 UT_Options::getOptionF(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<fpreal64>(*this, name);
}
const UT_StringHolder& UT_Options::getOptionS(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<UT_StringHolder>(*this, name);
}
const UT_Vector2D& UT_Options::getOptionV2(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<UT_Vector2D>(*this, name);
}
const UT_Vector3D& UT_Options::getOptionV3(const UT_StringRef& name) const {
  standin::called(__func__);
  return option<UT_Vector3D>(*this, name);
}
SIM_OptionsUser::SIM_OptionsUser(SIM_Data*) {}
SIM_OptionsUser::~SIM_OptionsUser() = default;
const SIM_Options& SIM_OptionsUser::getOptions() const {
  standin::called(__func__);
  return options_;
}
SIM_Options& SIM_OptionsUser::getOptions() {
  standin::called(__func__);
  return options_;
}

// ---- filters

SIM_DataFilter::~SIM_DataFilter() = default;
SIM_DataFilterByType::SIM_DataFilterByType(const char* type) : type_(type) {}
SIM_DataFilterByType::~SIM_DataFilterByType() = default;
bool SIM_DataFilterByType::acceptData(const SIM_Data* data, const char*) const {
  return data->getIsOfType(type_.c_str());
}
SIM_DataFilterAll::SIM_DataFilterAll() = default;
SIM_DataFilterAll::~SIM_DataFilterAll() = default;
bool SIM_DataFilterAll::acceptData(const SIM_Data*, const char*) const {
  return true;
}
SIM_DataFilterNone::SIM_DataFilterNone() = default;
SIM_DataFilterNone::~SIM_DataFilterNone() = default;
bool SIM_DataFilterNone::acceptData(const SIM_Data*, const char*) const {
  return false;
}

// ---- objects

SIM_RootData::SIM_RootData(const SIM_DataFactory* factory) : SIM_Data(factory) {}
const UT_String& SIM_RootData::getName() const {
  standin::called(__func__);
  return impl().name;
}
SIM_Object::SIM_Object(const SIM_DataFactory* factory) : SIM_RootData(factory) {}
int SIM_Object::getObjectId() const {
  standin::called(__func__);
  return impl().id;
}
const SIM_Position* SIM_Object::getPositionForGeometry(const char*) const {
  standin::called(__func__);
  return SIM_DATA_GETCONST(*this, SIM_POSITION_DATANAME, SIM_Position);
}
void SIM_Object::getColliderInfo(SIM_ColliderInfoArray& colliders) const {
  standin::called(__func__);
  for (SIM_Object* other : impl().colliders) colliders.append(SIM_ColliderInfo(other));
}
SIM_ColliderInfo::SIM_ColliderInfo(SIM_Object* affector) : affector_(affector) {}
SIM_Object* SIM_ColliderInfo::getAffector() const {
  standin::called(__func__);
  return affector_;
}
