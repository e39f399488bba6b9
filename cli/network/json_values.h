// What stands in a network's JSON: checked objects and numbers, and the parameters of a node with their keys.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/network/network.h"

namespace tendril::cli {

// All throw an Error that says what is wrong.

// With comments. The library keeps the last of two equal keys; here a node would vanish without a word.
nlohmann::json jsonOf(const std::string& text);

// `what` names the value in errors.
double numberOf(const nlohmann::json& json, const std::string& what, double low, double high);
void checkKeys(const nlohmann::json& json, const std::string& what, const std::set<std::string>& known);

// Values and keys, by parameter.
void readParms(NetworkNode& node, const nlohmann::json& json);

}  // namespace tendril::cli
