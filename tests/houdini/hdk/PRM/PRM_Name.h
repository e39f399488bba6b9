// Stand-in: token and label. Points at what it is given.
#pragma once
class PRM_Name {
 public:
  PRM_Name(const char* token = nullptr, const char* label = nullptr);
  const char* getToken() const;
  const char* getLabel() const;

 private:
  const char *token_, *label_;
};
