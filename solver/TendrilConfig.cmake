# find_package(Tendril): Tendril::solver, and what it needs.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(TBB)
include(${CMAKE_CURRENT_LIST_DIR}/TendrilTargets.cmake)
