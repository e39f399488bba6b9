// Stand-in: data by name and class.
#pragma once
#include <SIM/SIM_Data.h>
#define SIM_DATA_CAST(Data, DataClass) \
  ((DataClass*)(SIM_Data::castPointerToType(static_cast<SIM_Data*>(Data), #DataClass)))
#define SIM_DATA_CASTCONST(Data, DataClass) \
  ((const DataClass*)(SIM_Data::castConstPointerToType(static_cast<const SIM_Data*>(Data), #DataClass)))
#define SIM_DATA_GET(Parent, Name, DataClass) SIM_DATA_CAST((Parent).getNamedSubData(Name), DataClass)
#define SIM_DATA_GETCONST(Parent, Name, DataClass) \
  SIM_DATA_CASTCONST((Parent).getConstNamedSubData(Name), DataClass)
#define SIM_DATA_CREATE(Parent, Name, DataClass, Flags) \
  SIM_DATA_CAST((Parent).createNamedSubData(Name, #DataClass, Flags), DataClass)
