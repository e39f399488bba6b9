// A build without OpenVDB.
#include "solver/base/error.h"
#include "solver/vdb/vdb.h"

namespace tendril::solver {
namespace {

[[noreturn]] void refuse() {
  throw Error("this build of Tendril has no OpenVDB, so it reads no level sets and no velocity fields");
}

}  // namespace

const char* nameOf(VdbKind) {
  return "grid";
}
bool hasOpenVdb() {
  return false;
}
std::vector<VdbGrid> readVdb(const std::string& path) {
  throw Error(path + ": this build of Tendril has no OpenVDB, so it reads no .vdb");
}
std::vector<std::uint8_t> fileOf(const std::vector<VdbGrid>&) {
  refuse();
}
std::unique_ptr<Solid> levelSetOf(Span<const std::uint8_t>, double) {
  refuse();
}
VdbGrid levelSetGrid(const std::vector<Vector3d>&, const std::vector<Triangle>&, double, double) {
  refuse();
}
std::shared_ptr<const VelocityField> velocityFieldOf(Span<const std::uint8_t>, double) {
  refuse();
}
VdbGrid velocityGrid(const Vector3d&, const Vector3d&, double, bool,
                     const std::function<Vector3d(const Vector3d&)>&, const Vector3d&) {
  refuse();
}

}  // namespace tendril::solver
