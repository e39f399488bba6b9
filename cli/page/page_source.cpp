// The page's source, put into the program by the assembler.
#include "cli/page/page_source.h"

#include "solver/base/error.h"

#ifdef TENDRIL_PAGE
asm(".section .rodata\n"
    "tendril_page_begin:\n"
    ".incbin \"" TENDRIL_PAGE
    "\"\n"
    "tendril_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char tendril_page_begin[], tendril_page_end[];
#endif

namespace tendril::cli::show {

std::string pageSource() {
#ifdef TENDRIL_PAGE
  const std::string page(tendril_page_begin, tendril_page_end);
  if (!page.empty()) return page;
#endif
  throw Error("this tendril was built without the page: node, npm or the network were not there");
}

}  // namespace tendril::cli::show
