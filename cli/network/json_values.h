// Values of a network's JSON: checked objects and numbers, and a node's parameters with their keys.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/network/network.h"

namespace tendril::cli {

// All throw an Error that names the fault.

// Allows comments. A repeated key is an Error: the library would silently drop the first value.
nlohmann::json jsonOf(const std::string& text);

// `what` names the value in errors.
double numberOf(const nlohmann::json& json, const std::string& what, double low, double high);
void checkKeys(const nlohmann::json& json, const std::string& what, const std::set<std::string>& known);

// Values and keys, by parameter.
void readParms(NetworkNode& node, const nlohmann::json& json);

}  // namespace tendril::cli
