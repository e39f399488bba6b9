// Stand-in: codes of messages.
#pragma once
enum SOP_ErrorCodes { SOP_MESSAGE = 0, SOP_ERR_BADGROUP = 1 };
