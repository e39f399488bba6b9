// The DOP network of docs/houdini.md, followed sentence by sentence.
#include "network.h"

#include <fstream>
#include <regex>
#include <sstream>

#include "microsolver.h"

namespace tendril::test {
namespace {

class NetworkOfTheManual : public Microsolver {
 protected:
  // Fails where the manual says something else by now.
  void told(const std::string& sentence) {
    EXPECT_NE(manual.find(sentence), std::string::npos) << "docs/houdini.md no longer says: " << sentence;
  }

  static void addSopGeometry(Network& network, const std::string& name, const std::string& behind,
                             const std::string& data, const std::string& path, const std::string& operation) {
    network.add("sopgeo", name);
    network.wire(name, 0, behind);
    network.set(name, "dataname", data);
    network.set(name, "soppath", path);
    network.set(name, "defaultparmop", operation);
  }

  // Steps 1 to 5; the last node is called "last".
  void addObjectAndItsData(Network& network) {
    network.sop("/rods", sourceOf(still(hairs)));
    network.sop("/targets", sourceOf(moving(hairs, walk)));
    network.sop("/constraints", sourceOf(still(held)));
    told("Add an **Empty Object** and set its Object Name to `hair`.");
    network.add("emptyobject", "object");
    network.set("object", "objname", "hair");
    told(
        "connect the Empty Object to its grey input. Set the Data Name to `Geometry`, the SOP Path to the "
        "rods, "
        "and the Default Operation to **Set Initial**.");
    addSopGeometry(network, "rods", "object", "Geometry", "/rods", "initial");
    told(
        "behind it (grey input), with the Data Name `RestGeometry`, the SOP Path of the rods, and **Set "
        "Always**.");
    addSopGeometry(network, "rest", "rods", "RestGeometry", "/rods", "always");
    told("with the Data Name `TargetGeometry`, the SOP Path of the targets, and **Set Always**.");
    addSopGeometry(network, "targets", "rest", "TargetGeometry", "/targets", "always");
    told("with the Data Name `ConstraintGeometry`, the SOP Path of the constraints, and **Set Initial**.");
    addSopGeometry(network, "last", "targets", "ConstraintGeometry", "/constraints", "initial");
  }

  Geometry hairs = hairsOf(host, 3),
           held = cook(host, "constrain",
                       {{"type", "distance"}, {"hold", "rods"}, {"pairs", "neighbours"}, {"place", "tip"}},
                       {&hairs});
  const std::string manual = [] {
    std::ifstream file(TENDRIL_SOURCE "/docs/houdini.md");
    std::stringstream text;
    text << file.rdbuf();
    return std::regex_replace(text.str(), std::regex("\\s+"), " ");
  }();
};

TEST_F(NetworkOfTheManual, Simulates) {
  Network network(dops);
  addObjectAndItsData(network);
  told("Add **Tendril Rod Solver** and connect the last SOP Geometry to its grey input.");
  network.add("tendril_rodsolver", "solver");
  network.wire("solver", 0, "last");
  told("Its data is called *Solver*; leave the Data Name and Unique Data Name (off) as they are");
  EXPECT_EQ(network.get("solver", "dataname"), "Solver");
  EXPECT_EQ(network.get("solver", "uniquedataname"), "off");
  network.show("solver");
  Shot shot(host, {}, {still(hairs), still(held), {}, moving(hairs, walk)});
  for (const int frame : {2, 12}) expectSame(at("hair", frame), shot.at(frame));
  EXPECT_GT(farthest(shot.at(12), hairs), 1e-3);
}

TEST_F(NetworkOfTheManual, AKeyedWindActsOnTheFrameOfItsKey) {
  Network network(dops);
  addObjectAndItsData(network);
  network.add("tendril_rodsolver", "solver");
  network.wire("solver", 0, "last");
  told("Its Default Operation must be **Set Always**. New nodes have it");
  EXPECT_EQ(network.get("solver", "defaultparmop"), "always");
  network.setKey("solver", "wind", 6, 0, 0);
  network.setKey("solver", "wind", 7, 5, 0);
  network.show("solver");
  Shot calm(host, {}, {still(hairs), still(held), {}, moving(hairs, walk)});
  EXPECT_LT(farthest(at("hair", 6), calm.at(6)), 1e-9);
  EXPECT_GT(farthest(at("hair", 7), calm.at(7)), 1e-5);
}

TEST_F(NetworkOfTheManual, TakesOtherSolvers) {
  told(
      "put a **Multiple Solver** (or Gas SubStep) behind the data instead, and connect the solvers to its "
      "green "
      "inputs");
  told("Tendril Rod Solver then has nothing at its grey input");
  for (const char* runs : {"multisolver", "gassubstep"}) {
    Dops again(pluginFile());
    Network other(again);
    addObjectAndItsData(other);
    other.add(runs, "runs");
    other.wire("runs", 0, "last");
    other.add("tendril_rodsolver", "solver");
    other.wire("runs", 1, "solver");
    other.show("runs");
    EXPECT_EQ(again.cook(9).text(), "") << runs;
    Shot shot(host, {}, {still(hairs), still(held), {}, moving(hairs, walk)});
    expectSame(read(again.geometry("hair")), shot.at(9));
  }
}

}  // namespace
}  // namespace tendril::test
