# Plays the package that comes with Houdini, in a folder that plays $HFS: the targets and the function that hdk/ uses, with
# the stand-in's headers and library behind them.
set(Houdini_VERSION @version@)
set(Houdini_VERSION_MAJOR @major@)
set(Houdini_VERSION_MINOR @minor@)
get_filename_component(_hfs "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

add_library(Houdini INTERFACE IMPORTED)
set_target_properties(Houdini PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES "${_hfs}/toolkit/include"
  INTERFACE_COMPILE_DEFINITIONS "MAKING_DSO;AMD64;STANDIN_VERSION_MAJOR=@major@;STANDIN_VERSION_MINOR=@minor@"
  INTERFACE_COMPILE_OPTIONS "-D_GLIBCXX_USE_CXX11_ABI=1"
  INTERFACE_LINK_LIBRARIES "${_hfs}/dsolib/libHoudiniMock.so")
# which targets bring TBB: one for all libraries (all), one of its own (tbb), or both
if(NOT "@targets@" STREQUAL tbb)
  add_library(HoudiniThirdParty INTERFACE IMPORTED)
  set_target_properties(HoudiniThirdParty PROPERTIES
    INTERFACE_LINK_LIBRARIES "${_hfs}/dsolib/libhbb.so.12;${_hfs}/dsolib/libopenvdb_sesi.so")
endif()
if(NOT "@targets@" STREQUAL all)
  add_library(Houdini::Dep::tbb INTERFACE IMPORTED)
  set_target_properties(Houdini::Dep::tbb PROPERTIES INTERFACE_LINK_LIBRARIES "${_hfs}/dsolib/libhbb.so.12")
endif()

function(houdini_configure_target target)
  cmake_parse_arguments(mock "" "INSTDIR;PREFIX;LIB_PREFIX;TAGINFO" "" ${ARGN})
  if(NOT mock_INSTDIR)
    message(FATAL_ERROR "without INSTDIR a licence is taken")
  endif()
  set_target_properties(${target} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY "${mock_INSTDIR}")
endfunction()
