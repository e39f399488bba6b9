// The inside of data.
#pragma once
#include <GAS/GAS_SubSolver.h>
#include <SIM/SIM_Data.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace standin {

struct Drop {
  void operator()(SIM_Data* data) const;
};
using DataPtr = std::unique_ptr<SIM_Data, Drop>;

const SIM_DataFactory& factoryOf(const std::string& type);  // unknown ones throw std::runtime_error
const SIM_DataFactory* findFactory(const std::string& type);
DataPtr newData(const std::string& type);
extern bool adopts;  // false: data that takes another's place begins empty
// With all that hangs below; a type's own hooks say what is copied.
DataPtr copyOf(const SIM_Data& data);
std::string saved(const SIM_Data& data);
DataPtr loaded(const std::string& text);
void attach(SIM_Data& parent, const std::string& name, DataPtr data);  // replaces

struct SimMessage {
  std::string object;
  UT_ErrorSeverity severity;
  std::string text;
};
std::vector<SimMessage> takeMessages();
std::size_t countAborts();  // among those not taken yet

}  // namespace standin

struct SIM_Data::Impl {
  const SIM_DataFactory* factory = nullptr;
  UT_StringHolder type;
  std::vector<std::pair<std::string, standin::DataPtr>> subs;
  // of objects
  UT_String name;
  int id = 0;
  std::vector<SIM_Object*> colliders;

  static void makeEqual(SIM_Data& to, const SIM_Data& from);  // without sub-data
  static void initialize(SIM_Data& data) { data.initializeSubclass(); }
  static void save(const SIM_Data& data, std::ostream& to) { data.saveIOSubclass(to, nullptr); }
  static bool load(SIM_Data& data, UT_IStream& from) { return data.loadIOSubclass(from, nullptr); }
  static SIM_Guide* guide(const SIM_Data& data) { return data.createGuideObjectSubclass(); }
  static void buildGuide(const SIM_Data& data, const SIM_RootData& root, const SIM_Options& options,
                         const GU_DetailHandle& handle, UT_DMatrix4* matrix, const SIM_Time& time) {
    data.buildGuideGeometrySubclass(root, options, handle, matrix, time);
  }
  static void drop(SIM_Data* data) { delete data; }
};

struct GAS_SubSolver::StandIn {
  static bool solve(GAS_SubSolver& solver, SIM_Engine& engine, SIM_Object& object, double time, double step) {
    return solver.solveGasSubclass(engine, &object, time, step);
  }
};
