// Reading and writing .bgeo.sc beside what blosc alone needs for the same bytes.
#include <blosc.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "bench/bench.h"
#include "cli/io/geometry_file.h"

namespace tendril {
namespace {

constexpr std::size_t kCurves = 10'000, kPointsPerCurve = 100;
constexpr std::size_t kChunk = std::size_t(1) << 20;  // bytes, as in the files

// Helices of different radius, pitch and phase, and the state of a rod on each: what a cache of hair holds.
Geometry hair() {
  Geometry g;
  g.addPoints(kCurves * kPointsPerCurve);
  g.add(Owner::point, "orient", Storage::real32, 4, "quaternion");
  g.add(Owner::point, "v", Storage::real32, 3, "vector");
  g.add(Owner::point, "kappa", Storage::real64, 3);
  g.add(Owner::point, "kapparate", Storage::real64, 3);
  const auto p = g.positions(), orient = g.find(Owner::point, "orient")->values<float>(),
             v = g.find(Owner::point, "v")->values<float>();
  const auto kappa = g.find(Owner::point, "kappa")->values<double>(),
             rate = g.find(Owner::point, "kapparate")->values<double>();
  std::vector<std::int32_t> points(kPointsPerCurve);
  for (std::size_t c = 0; c < kCurves; ++c) {
    const double radius = 0.005 + 0.01 * std::sin(0.37 * static_cast<double>(c)),
                 turn = 1 + std::cos(0.11 * static_cast<double>(c));
    for (std::size_t k = 0; k < kPointsPerCurve; ++k) {
      const std::size_t i = c * kPointsPerCurve + k;
      const double s = static_cast<double>(k) * 0.003, a = turn * s * 40 + static_cast<double>(c);
      const double x[3] = {radius * std::cos(a) + 0.01 * static_cast<double>(c % 100), radius * std::sin(a),
                           s + 0.01 * static_cast<double>(c / 100)};
      const double q[4] = {std::sin(a / 2), 0.1 * std::cos(a), 0, std::cos(a / 2)};
      for (std::size_t d = 0; d < 3; ++d) {
        p[3 * i + d] = static_cast<float>(x[d]);
        v[3 * i + d] = static_cast<float>(std::cos(a + static_cast<double>(d)));
        kappa[3 * i + d] = 40 * turn + std::sin(a * 0.1 + static_cast<double>(d));
        rate[3 * i + d] = std::cos(a * 0.3 - static_cast<double>(d));
      }
      for (std::size_t d = 0; d < 4; ++d) orient[4 * i + d] = static_cast<float>(q[d]);
      points[k] = static_cast<std::int32_t>(i);
    }
    g.addPrimitive(PrimitiveKind::polyline, points);
  }
  return g;
}

// Nothing but the calls of blosc, over buffers that lie ready.
class BloscAlone {
 public:
  explicit BloscAlone(std::string bytes) : bytes_(std::move(bytes)), back_(bytes_.size(), 'x') {
    chunks_.resize((bytes_.size() + kChunk - 1) / kChunk, std::string(kChunk + BLOSC_MAX_OVERHEAD, '\0'));
  }

  void pack() {
    each([this](std::size_t i, std::size_t size) {
      blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, size, bytes_.data() + i * kChunk, chunks_[i].data(),
                         chunks_[i].size(), "lz4", kChunk, 1);
    });
  }
  void unpack() {
    each([this](std::size_t i, std::size_t size) {
      blosc_decompress_ctx(chunks_[i].data(), back_.data() + i * kChunk, size, 1);
    });
  }
  std::size_t size() const { return bytes_.size(); }

 private:
  template <class F>
  void each(F f) {
    tbb::parallel_for(std::size_t(0), chunks_.size(),
                      [&](std::size_t i) { f(i, std::min(kChunk, bytes_.size() - i * kChunk)); });
  }
  std::string bytes_, back_;
  std::vector<std::string> chunks_;
};

void measure(BenchReport& report, const Geometry& g, BloscAlone& blosc, const std::string& file,
             const std::string& threads) {
  // a new file each time: what it costs to give back the pages of an old one is no part of writing
  int run = 0;
  const auto write = [&] { io::writeGeometryFile(file + std::to_string(run++) + ".bgeo.sc", g); };
  const auto read = [&] { io::readGeometryFile(file + "0.bgeo.sc"); };
  const auto times = bestOfEach({[&] { blosc.pack(); }, write, [&] { blosc.unpack(); }, read});
  report.figure("bytes of the file, " + threads,
                static_cast<double>(std::filesystem::file_size(file + "0.bgeo.sc")) / 1e6, "MB");
  while (run > 0) std::filesystem::remove(file + std::to_string(--run) + ".bgeo.sc");
  report.figure("blosc alone packs, " + threads, 1e3 * times[0].best, "ms");
  report.figure("write .bgeo.sc, " + threads, 1e3 * times[1].best, "ms");
  report.figure("blosc alone unpacks, " + threads, 1e3 * times[2].best, "ms");
  report.figure("read .bgeo.sc, " + threads, 1e3 * times[3].best, "ms");
  report.figure("write .bgeo.sc, median, " + threads, 1e3 * times[1].median, "ms");
  report.figure("read .bgeo.sc, median, " + threads, 1e3 * times[3].median, "ms");
  report.atMost("write / blosc alone, " + threads, times[1].best / times[0].best, "x", 2);
  report.atMost("read / blosc alone, " + threads, times[3].best / times[2].best, "x", 3);
}

}  // namespace

void bench_io(BenchReport& report) {
  const Geometry g = hair();
  BloscAlone blosc(io::formatGeometry(g, io::GeometryFormat::binary));
  const std::string file =
      (std::filesystem::temp_directory_path() / ("tendril_bench_" + std::to_string(getpid()) + "_")).string();
  report.figure("1,000,000 points in 10,000 polylines: bytes of binary JSON",
                static_cast<double>(blosc.size()) / 1e6, "MB");
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    measure(report, g, blosc, file, "1 thread");
  }
  measure(report, g, blosc, file, "all threads");
}

}  // namespace tendril
