# Finds the Houdini in $HFS, before anything is compiled. For all of Tendril: the ABI of the standard library that
# Houdini uses, and its TBB (tendril_tbb), whose headers are copied out of Houdini's include folder, because nothing but
# hdk/ may see the rest of that folder. For hdk/: the targets that Houdini's own package brings.
if(NOT DEFINED ENV{HFS})
  message(FATAL_ERROR "The plugin needs Houdini: source its houdini_setup so that HFS is set, or use the preset 'release'")
endif()
if(APPLE)
  list(APPEND CMAKE_PREFIX_PATH "$ENV{HFS}/toolkit/cmake" "$ENV{HFS}/Resources/toolkit/cmake")
else()
  list(APPEND CMAKE_PREFIX_PATH "$ENV{HFS}/toolkit/cmake")
endif()
# of this $HFS, whatever was found last time
if(DEFINED TENDRIL_LAST_HFS AND NOT "$ENV{HFS}" STREQUAL "${TENDRIL_LAST_HFS}")
  unset(Houdini_DIR CACHE)
endif()
find_package(Houdini REQUIRED)
set(TENDRIL_LAST_HFS "$ENV{HFS}" CACHE INTERNAL "The Houdini of the last configuration")
# A plugin that no package file points at would be built, installed and never found.
file(STRINGS "${PROJECT_SOURCE_DIR}/otls/tendril.json" enable REGEX "\"enable\"")
if(NOT enable MATCHES "houdini_version >= '([0-9.]+)' and houdini_version < '([0-9.]+)'")
  message(FATAL_ERROR "otls/tendril.json does not say which versions of Houdini it is for: ${enable}")
endif()
if(Houdini_VERSION VERSION_LESS CMAKE_MATCH_1 OR NOT Houdini_VERSION VERSION_LESS CMAKE_MATCH_2)
  message(FATAL_ERROR "Houdini ${Houdini_VERSION} would never find the plugin: the package file is for "
                      "${CMAKE_MATCH_1} up to, not including, ${CMAKE_MATCH_2} (\"enable\" in otls/tendril.json)")
endif()

# what the Houdini target says to whoever links it
get_target_property(houdini_folders Houdini INTERFACE_INCLUDE_DIRECTORIES)
get_target_property(houdini_definitions Houdini INTERFACE_COMPILE_DEFINITIONS)
get_target_property(houdini_options Houdini INTERFACE_COMPILE_OPTIONS)
string(REGEX MATCH "_GLIBCXX_USE_CXX11_ABI=[01]" houdini_abi "${houdini_definitions};${houdini_options}")
if(houdini_abi)
  add_compile_definitions(${houdini_abi})
endif()

set(houdini_tbb_headers "")
foreach(folder IN LISTS houdini_folders)
  if(EXISTS "${folder}/tbb/parallel_for.h")
    set(houdini_tbb_headers "${folder}")
    break()
  endif()
endforeach()
if(NOT houdini_tbb_headers)
  message(FATAL_ERROR "No tbb/parallel_for.h in the include folders of the Houdini in $ENV{HFS}: ${houdini_folders}")
endif()
# named after what is in them: another Houdini with the same TBB leaves the solver compiled
set(houdini_tbb_parts "")
set(houdini_tbb_digest "")
foreach(part tbb oneapi serial)
  if(IS_DIRECTORY "${houdini_tbb_headers}/${part}")
    list(APPEND houdini_tbb_parts "${houdini_tbb_headers}/${part}")
    file(GLOB_RECURSE headers LIST_DIRECTORIES false RELATIVE "${houdini_tbb_headers}" "${houdini_tbb_headers}/${part}/*")
    foreach(header IN LISTS headers)
      file(SHA1 "${houdini_tbb_headers}/${header}" digest)
      string(APPEND houdini_tbb_digest "${header} ${digest}\n")
    endforeach()
  endif()
endforeach()
string(SHA1 houdini_tbb_digest "${houdini_tbb_digest}")
string(SUBSTRING "${houdini_tbb_digest}" 0 10 houdini_tbb_digest)
set(houdini_tbb_copy "${CMAKE_BINARY_DIR}/houdini_tbb_${houdini_tbb_digest}")
file(REMOVE_RECURSE "${houdini_tbb_copy}")
file(COPY ${houdini_tbb_parts} DESTINATION "${houdini_tbb_copy}")
add_library(tendril_tbb INTERFACE)
target_include_directories(tendril_tbb BEFORE INTERFACE "${houdini_tbb_copy}")
target_compile_definitions(tendril_tbb INTERFACE __TBB_NO_IMPLICIT_LINKAGE=1)  # Windows: the library is named below

# its library comes with everything else that Houdini brings, and only the plugin links it
set(houdini_libraries Houdini)
# HoudiniThirdParty is all of them: Python, USD, OpenVDB ...; where TBB has a target of its own, that is enough
foreach(target Houdini::Dep::tbb HoudiniThirdParty)
  if(TARGET ${target})
    list(APPEND houdini_libraries ${target})
    break()
  endif()
endforeach()

list(LENGTH houdini_libraries count)
if(count EQUAL 1)
  message(WARNING "Houdini's package names no target for its TBB (Houdini::Dep::tbb, HoudiniThirdParty); linking may fail on Windows")
endif()

if(WIN32)
  set(houdini_system windows)
elseif(APPLE)
  set(houdini_system macos)
else()
  set(houdini_system linux)
endif()
set(houdini_build "${Houdini_VERSION}_${houdini_system}")  # builds of one version need not load each other's plugins

# Windows refuses a plugin of a newer compiler
set(compiler "")
if(EXISTS "$ENV{HFS}/houdini_setup_bash")
  file(STRINGS "$ENV{HFS}/houdini_setup_bash" compiler REGEX "HOUDINI_BUILD_COMPILER=" LIMIT_COUNT 1)
  string(REGEX REPLACE ".*HOUDINI_BUILD_COMPILER=[\"']?([^\"' ]*).*" "; built with \\1" compiler "${compiler}")
endif()
message(STATUS "Houdini ${Houdini_VERSION} for ${houdini_system}${compiler}, Tendril with ${CMAKE_CXX_COMPILER_ID} "
               "${CMAKE_CXX_COMPILER_VERSION}; ${houdini_abi}; TBB of ${houdini_tbb_headers}; links ${houdini_libraries}")
