// Readings of constraints, and of the contacts of rods.
#include "cli/page/readings.h"

#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/drawing/values.h"
#include "cli/page/pack.h"
#include "solver/geometry/tuples.h"
#include "solver/rods/rod_geometry.h"

namespace tendril::cli::show {

namespace {

struct Reading {
  const char *attribute, *unit;
};
constexpr Reading kReadings[] = {{"force", "N"},        {"torque", "N m"},   {"residual", ""},
                                 {"slide", ""},         {"broken", ""},      {"contacts", ""},
                                 {"contactforce", "N"}, {"penetration", "1"}};
constexpr std::size_t kCount = std::size(kReadings);
constexpr std::size_t kOfConstraints = 5;  // the first

// Those of a file: from one to another.
std::pair<std::size_t, std::size_t> rangeOf(const Geometry& g) {
  if (isOfConstraints(g)) return {0, kOfConstraints};
  return {kOfConstraints,
          g.find(Owner::primitive, kReadings[kOfConstraints].attribute) ? kCount : kOfConstraints};
}

bool isRead(const Geometry& g) {
  const auto [first, end] = rangeOf(g);
  return first < end;
}

}  // namespace

void Readings::study(const std::vector<Geometry>& files) {
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (!isRead(files[f])) continue;
    for (const std::int64_t id : idsOf(files[f])) known_.emplace(std::pair(f, id), known_.size());
  }
}

void Readings::add(const std::vector<Geometry>& files) {
  const std::size_t first = numbers_.size();
  numbers_.resize(first + kCount * known_.size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t f = 0; f < files.size(); ++f) {
    if (!isRead(files[f])) continue;
    const std::vector<std::int64_t> ids = idsOf(files[f]);
    const auto [begin, end] = rangeOf(files[f]);
    for (std::size_t k = begin; k < end; ++k) {
      const Attribute* of = files[f].find(Owner::primitive, kReadings[k].attribute);
      if (!of || of->kind != AttributeKind::numeric) continue;
      for (std::size_t p = 0; p < ids.size(); ++p)
        numbers_[first + kCount * known_.at({f, ids[p]}) + k] = static_cast<float>(tupleAt(*of, p).norm());
    }
  }
}

nlohmann::ordered_json Readings::header() const {
  using Json = nlohmann::ordered_json;
  Json made = {
      {"names", Json::array()}, {"units", Json::array()}, {"file", Json::array()}, {"id", Json::array()}};
  for (const Reading& one : kReadings) {
    made["names"].push_back(one.attribute);
    made["units"].push_back(one.unit);
  }
  std::vector<std::pair<std::size_t, std::int64_t>> keys(known_.size());
  for (const auto& [key, number] : known_) keys[number] = key;
  for (const auto& [file, id] : keys) {
    made["file"].push_back(file);
    made["id"].push_back(id);
  }
  return made;
}

std::string Readings::packed() const {
  std::string bytes;
  appendBytes(bytes, numbers_);
  return base64(deflated(bytes));
}

}  // namespace tendril::cli::show
