// Stand-in: geometry of an object, to be changed.
#pragma once
#include <GU/GU_Detail.h>
#include <SIM/SIM_Geometry.h>
enum SIM_DataIdStrategy { SIM_DATA_ID_BUMP = 0, SIM_DATA_ID_PRESERVE = 1 };
class SIM_GeometryCopy : public SIM_Geometry {
 public:
  GU_DetailHandle lockGeometry();
  void releaseGeometry(SIM_DataIdStrategy strategy = SIM_DATA_ID_BUMP);

  int locks = 0;  // the stand-in's own

 protected:
  explicit SIM_GeometryCopy(const SIM_DataFactory* factory);
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_GeometryCopy, SIM_Geometry, "Geometry Copy", nullptr)
};
class SIM_GeometryAutoWriteLock {
 public:
  SIM_GeometryAutoWriteLock(SIM_GeometryCopy* geometry, SIM_DataIdStrategy strategy = SIM_DATA_ID_BUMP);
  ~SIM_GeometryAutoWriteLock();
  SIM_GeometryAutoWriteLock(const SIM_GeometryAutoWriteLock&) = delete;
  GU_Detail& getGdp() const;

 private:
  SIM_GeometryCopy* geometry_;
  SIM_DataIdStrategy strategy_;
  GU_DetailHandle handle_;
};
