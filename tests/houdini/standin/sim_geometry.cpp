// Geometry and places of objects.
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Position.h>

#include <algorithm>
#include <ostream>

#include "standin/detail_file.h"
#include "standin/detail_impl.h"
#include "standin/faults.h"
#include "standin/interrupt.h"
#include "standin/threads.h"

UT_DMatrix4::UT_DMatrix4() {
  standin::called(__func__);
  std::fill(m_, m_ + 16, 1e300);  // nobody promises more
}
void UT_DMatrix4::identity() {
  standin::called(__func__);
  for (int i = 0; i < 16; ++i) m_[i] = i % 5 == 0;
}
fpreal64* UT_DMatrix4::data() {
  standin::called(__func__);
  return m_;
}
const fpreal64* UT_DMatrix4::data() const {
  standin::called(__func__);
  return m_;
}
namespace {

void save(const UT_DMatrix4& matrix, std::ostream& to) {
  to.write(reinterpret_cast<const char*>(matrix.data()), 16 * sizeof(double));
}
// Returns what is behind it.
std::string load(UT_DMatrix4& matrix, const std::string& from) {
  if (from.size() < 16 * sizeof(double)) standin::stop("a saved matrix is too short");
  std::copy_n(from.data(), 16 * sizeof(double), reinterpret_cast<char*>(matrix.data()));
  return from.substr(16 * sizeof(double));
}

}  // namespace

SIM_Position::SIM_Position(const SIM_DataFactory* factory) : SIM_Data(factory) {
  standin::called(__func__);
  matrix.identity();
}
void SIM_Position::getTransform(UT_DMatrix4& to) const {
  standin::called(__func__);
  to = matrix;
}
void SIM_Position::makeEqualSubclass(const SIM_Data* source) {
  standin::called(__func__);
  if (const auto* from = dynamic_cast<const SIM_Position*>(source)) matrix = from->matrix;
}
void SIM_Position::saveIOSubclass(std::ostream& to, SIM_DataThreadedIO*) const {
  standin::called(__func__);
  save(matrix, to);
}
bool SIM_Position::loadIOSubclass(UT_IStream& from, SIM_DataThreadedIO*) {
  standin::called(__func__);
  return load(matrix, from.text()).empty();
}

SIM_Geometry::SIM_Geometry(const SIM_DataFactory* factory) : SIM_Data(factory), SIM_OptionsUser(this) {
  standin::called(__func__);
  matrix.identity();
}
// The SOP behind SIM_SopGeometry is cooked when it is first asked for.
GU_ConstDetailHandle SIM_Geometry::getGeometry() const {
  standin::called(__func__);
  if (dynamic_cast<const SIM_SopGeometry*>(this) && !standin::onCookingThread())
    standin::fault("a SOP is cooked off the cook's thread: SOP Geometry was asked for there");
  return detail;
}
void SIM_Geometry::getTransform(UT_DMatrix4& to) const {
  standin::called(__func__);
  to = matrix;
}
// A copy has offsets of its own.
void SIM_Geometry::makeEqualSubclass(const SIM_Data* source) {
  standin::called(__func__);
  const auto* from = dynamic_cast<const SIM_Geometry*>(source);
  if (!from) return;
  matrix = from->matrix;
  detail.clear();
  if (from->detail.isNull()) return;
  auto* copy = new GU_Detail;
  copy->replaceWith(*from->detail.gdp());
  detail.allocateAndSet(copy);
}
void SIM_Geometry::saveIOSubclass(std::ostream& to, SIM_DataThreadedIO*) const {
  standin::called(__func__);
  save(matrix, to);
  to << (detail.isNull() ? "0" : "1");
  if (!detail.isNull()) standin::save(*detail.gdp(), to);
}
bool SIM_Geometry::loadIOSubclass(UT_IStream& from, SIM_DataThreadedIO*) {
  standin::called(__func__);
  const std::string rest = load(matrix, from.text());
  if (rest.at(0) == '0') return rest.size() == 1;
  detail.allocateAndSet(standin::load(rest.substr(1)).release());
  return true;
}
SIM_SopGeometry::SIM_SopGeometry(const SIM_DataFactory* factory) : SIM_Geometry(factory) {}

SIM_GeometryCopy::SIM_GeometryCopy(const SIM_DataFactory* factory) : SIM_Geometry(factory) {}
GU_DetailHandle SIM_GeometryCopy::lockGeometry() {
  standin::called(__func__);
  if (detail.isNull()) detail.allocateAndSet(new GU_Detail);
  if (detail.gdp()->impl().readers > 0) standin::fault("geometry is written while somebody reads it");
  ++locks;
  return detail;
}
void SIM_GeometryCopy::releaseGeometry(SIM_DataIdStrategy strategy) {
  standin::called(__func__);
  if (--locks < 0) standin::fault("geometry is released twice");
  if (strategy == SIM_DATA_ID_BUMP) detail.gdpNC()->bumpAllDataIds();
}
SIM_GeometryAutoWriteLock::SIM_GeometryAutoWriteLock(SIM_GeometryCopy* geometry, SIM_DataIdStrategy strategy)
    : geometry_(geometry), strategy_(strategy), handle_(geometry->lockGeometry()) {}
SIM_GeometryAutoWriteLock::~SIM_GeometryAutoWriteLock() {
  standin::called(__func__);
  geometry_->releaseGeometry(strategy_);
}
GU_Detail& SIM_GeometryAutoWriteLock::getGdp() const {
  standin::called(__func__);
  return *handle_.gdpNC();
}

GU_DetailHandleAutoReadLock::GU_DetailHandleAutoReadLock(const GU_ConstDetailHandle& handle)
    : handle_(handle) {
  standin::called(__func__);
  if (!handle_.isNull()) ++handle_.gdp()->impl().readers;
}
GU_DetailHandleAutoReadLock::~GU_DetailHandleAutoReadLock() {
  standin::called(__func__);
  if (!handle_.isNull()) --handle_.gdp()->impl().readers;
}
const GU_Detail* GU_DetailHandleAutoReadLock::getGdp() const {
  standin::called(__func__);
  return handle_.gdp();
}
GU_DetailHandleAutoWriteLock::GU_DetailHandleAutoWriteLock(const GU_DetailHandle& handle) : handle_(handle) {
  standin::called(__func__);
  if (handle_.isNull()) standin::stop("a lock on nothing");
  if (handle_.gdp()->impl().readers > 0) standin::fault("geometry is written while somebody reads it");
}
GU_DetailHandleAutoWriteLock::~GU_DetailHandleAutoWriteLock() = default;
GU_Detail* GU_DetailHandleAutoWriteLock::getGdp() const {
  standin::called(__func__);
  return handle_.gdpNC();
}
