// Checks of types, values, ramps and conditions in dialog scripts.
#pragma once

#include <map>
#include <string>

#include "tests/support/dialog_script/dialog_script.h"

namespace tendril::test::dialog {

// True for a type's name.
bool isType(const std::string& name);

// True for a token of the parm's menu.
bool isToken(const DialogParm& parm, const std::string& value);

// Keywords of a block and their lines.
using Lines = std::map<std::string, int>;

// Throws if a parm's block breaks a rule; parses the points of a ramp.
void checkParm(DialogParm& parm, const Lines& lines);

// The same for the tags of a folder or a multi.
void checkTags(const DialogItem& item);

}  // namespace tendril::test::dialog
