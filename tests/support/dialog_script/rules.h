// The rules that types, values, ramps and conditions of dialog scripts keep.
#pragma once

#include <map>
#include <string>

#include "tests/support/dialog_script/dialog_script.h"

namespace tendril::test::dialog {

// Of a type's name.
bool isType(const std::string& name);

// A token of its menu.
bool isToken(const DialogParm& parm, const std::string& value);

// Keywords of a block and where they stand.
using Lines = std::map<std::string, int>;

// Throws where the block of a parm, as read, breaks a rule; reads the points of a ramp.
void checkParm(DialogParm& parm, const Lines& lines);

// The same of the tags of a folder or a multi.
void checkTags(const DialogItem& item);

}  // namespace tendril::test::dialog
