// What is made from a node's table: texts for Houdini, for the command line, for people.
#pragma once

#include <string>

#include "nodes/parameters/definition.h"

namespace tendril::nodes {

// Houdini's dialog script: the whole, and the items alone, for digital assets that hold more than one node's.
std::string dialogScript(const NodeDefinition& node);
std::string dialogItems(const NodeDefinition& node, std::size_t indent);

// The items with the header that a plugin's parameters have.
std::string parameterScript(const NodeDefinition& node);

// A ramp as parameters of Houdini have their default: "1pos ( 0 ) 1value ( 1 ) 1interp ( linear ) ...".
std::string rampText(const Ramp& ramp);

// A unit of a table as Houdini writes dimensions: "m/s2" is "m1s-2"; empty where there is none, or none is
// known.
std::string houdiniUnits(const std::string& unit);

// Houdini's help card (wiki text). `all`: the nodes that it may link to; the card of a node that Houdini has
// links to such nodes only.
std::string helpCard(const NodeDefinition& node, const std::vector<NodeDefinition>& all);
std::string helpFile(const NodeDefinition& node);  // its name: sop/tendril--rods-1.0.txt

// Each parameter as one gives it on the command line: `--elements N` of `tendril fit`, or with other words
// before and after its name.
std::string flagList(const NodeDefinition& node, const std::string& prefix = "--",
                     const std::string& between = " ");
std::string flagText(const NodeDefinition& node, const Parameter& parameter);  // effect, unit, range, default
std::string metavariable(const Parameter& parameter);  // what stands for a value: N, "X Y Z", a|b

// What a node is connected to, which attributes it reads and writes, and what stands beside it, as the
// command line shows them.
std::string inputList(const NodeDefinition& node);
std::string attributeLists(const NodeDefinition& node);
std::string relatedList(const NodeDefinition& node, const std::vector<NodeDefinition>& all);

// A row of README's table of nodes.
std::string readmeRow(const NodeDefinition& node);

// "Typical: 0.003 for a vine."; empty where nothing is told.
std::string typicalText(const Parameter& parameter);

// What a host shows beside a parameter: effect, unit and range, typical values.
std::string tipText(const Parameter& parameter);

// "m, 0.00001 or more": unit and hard range of a number; empty for what is none.
std::string unitAndRange(const Parameter& parameter);

}  // namespace tendril::nodes
