// Stand-in: names of data.
#pragma once
#define SIM_GEOMETRY_DATANAME "Geometry"
#define SIM_FORCES_DATANAME "Forces"
#define SIM_SOLVER_DATANAME "Solver"
#define SIM_POSITION_DATANAME "Position"
