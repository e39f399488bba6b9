// Stand-in: who owns a detail.
#pragma once
#include <GU/GU_Detail.h>
#include <memory>
class GU_DetailHandle {
 public:
  GU_DetailHandle();
  void allocateAndSet(GU_Detail* detail, bool own = true);
  bool isNull() const;
  void clear();
  GU_Detail* gdpNC() const;
  const GU_Detail* gdp() const;

 private:
  std::shared_ptr<GU_Detail> detail_;
};
class GU_ConstDetailHandle {
 public:
  GU_ConstDetailHandle();
  GU_ConstDetailHandle(const GU_DetailHandle& handle);
  bool isNull() const;
  const GU_Detail* gdp() const;

 private:
  GU_DetailHandle handle_;
};
class GU_DetailHandleAutoReadLock {
 public:
  GU_DetailHandleAutoReadLock(const GU_ConstDetailHandle& handle);
  ~GU_DetailHandleAutoReadLock();
  GU_DetailHandleAutoReadLock(const GU_DetailHandleAutoReadLock&) = delete;
  const GU_Detail* getGdp() const;

 private:
  GU_ConstDetailHandle handle_;
};
class GU_DetailHandleAutoWriteLock {
 public:
  GU_DetailHandleAutoWriteLock(const GU_DetailHandle& handle);
  ~GU_DetailHandleAutoWriteLock();
  GU_DetailHandleAutoWriteLock(const GU_DetailHandleAutoWriteLock&) = delete;
  GU_Detail* getGdp() const;

 private:
  GU_DetailHandle handle_;
};
