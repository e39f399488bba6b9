// Wind and time.
#include "nodes/simulation/weather.h"

#include <cmath>

#include "solver/geometry/tuples.h"

namespace tendril::nodes {

namespace {

constexpr const char *kWindTime = "windtime", *kWindDrift = "winddrift";  // details; s, scene units

}  // namespace

Wind windOf(const SimulationParms& parms) {
  Wind wind;
  wind.steady = Vector3d(parms.wind[0], parms.wind[1], parms.wind[2]);
  wind.gust = parms.gust;
  wind.gustPeriod = parms.gustPeriod;
  wind.noise = parms.noise;
  wind.noiseSize = parms.noiseSize;
  wind.noiseTime = parms.noiseTime;
  wind.seed = static_cast<std::uint32_t>(parms.seed);
  return wind;
}

Weather weatherOf(const Geometry& state, double unit) {
  Weather weather;
  const Attribute *time = numericTuple(state.find(Owner::detail, kWindTime), 1),
                  *drift = numericTuple(state.find(Owner::detail, kWindDrift), 3);
  if (time) weather.time = numberAt(time->numbers, 0);
  if (drift) weather.drift = Vector3d(tupleAt(*drift, 0)) * unit;
  if (!std::isfinite(weather.time) || !weather.drift.allFinite())
    throw Error(std::string("detail attributes '") + kWindTime + "' and '" + kWindDrift + "' are not finite");
  return weather;
}

void writeWeather(const Weather& weather, double unit, Geometry& g) {
  setTuple(g.add(Owner::detail, kWindTime, Storage::real64, 1), 0, weather.time);
  setTuple(g.add(Owner::detail, kWindDrift, Storage::real64, 3, "vector"), 0, Vector3d(weather.drift / unit));
}

Weather weatherAfter(const Weather& now, const Wind& wind, double seconds) {
  Weather after = now;
  after.time += seconds;
  after.drift += seconds * wind.steady;
  return after;
}

}  // namespace tendril::nodes
