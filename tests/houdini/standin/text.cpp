// Strings, vectors and streams.
#include <UT/UT_IStream.h>
#include <UT/UT_String.h>
#include <UT/UT_StringHolder.h>
#include <UT/UT_Vector2.h>
#include <UT/UT_Vector3.h>
#include <UT/UT_Vector4.h>
#include "standin/threads.h"

UT_StringRef::UT_StringRef() = default;
UT_StringRef::UT_StringRef(const char* text) : text_(text ? text : "") {}
const char* UT_StringRef::c_str() const {
  standin::called(__func__);
  return text_.c_str();
}
exint UT_StringRef::length() const {
  standin::called(__func__);
  return static_cast<exint>(text_.size());
}
bool UT_StringRef::isstring() const {
  standin::called(__func__);
  return !text_.empty();
}
std::string UT_StringRef::toStdString() const {
  standin::called(__func__);
  return text_;
}
UT_StringRef::operator const char*() const {
  standin::called(__func__);
  return text_.c_str();
}
bool UT_StringRef::operator==(const UT_StringRef& other) const {
  standin::called(__func__);
  return text_ == other.text_;
}
bool UT_StringRef::operator!=(const UT_StringRef& other) const {
  standin::called(__func__);
  return text_ != other.text_;
}

UT_StringHolder::UT_StringHolder() = default;
UT_StringHolder::UT_StringHolder(const char* text) : UT_StringRef(text) {}
UT_StringHolder::UT_StringHolder(const std::string& text) : UT_StringRef(text.c_str()) {}
const UT_StringHolder UT_StringHolder::theEmptyString;

UT_String::UT_String() = default;
UT_String::UT_String(const char* text) : shown_(text) {}
UT_String::UT_String(const UT_String& other) {
  standin::called(__func__);
  harden(other.c_str());
}
const char* UT_String::c_str() const {
  standin::called(__func__);
  return shown_ ? shown_ : "";
}
bool UT_String::isstring() const {
  standin::called(__func__);
  return *c_str() != 0;
}
std::string UT_String::toStdString() const {
  standin::called(__func__);
  return c_str();
}
UT_String& UT_String::operator=(const char* text) {
  standin::called(__func__);
  shown_ = text;
  return *this;
}
UT_String& UT_String::operator=(const UT_String& other) {
  standin::called(__func__);
  if (this != &other) harden(other.c_str());
  return *this;
}
void UT_String::harden(const char* text) {
  standin::called(__func__);
  std::string copy = text ? text : "";
  own_.swap(copy);
  shown_ = own_.c_str();
}

UT_Vector3::UT_Vector3() : v_{0, 0, 0} {}
UT_Vector3::UT_Vector3(float x, float y, float z) : v_{x, y, z} {}
float UT_Vector3::x() const {
  standin::called(__func__);
  return v_[0];
}
float UT_Vector3::y() const {
  standin::called(__func__);
  return v_[1];
}
float UT_Vector3::z() const {
  standin::called(__func__);
  return v_[2];
}

UT_Vector4::UT_Vector4() : v_{0, 0, 0, 0} {}
UT_Vector4::UT_Vector4(float x, float y, float z, float w) : v_{x, y, z, w} {}
float UT_Vector4::x() const {
  standin::called(__func__);
  return v_[0];
}
float UT_Vector4::y() const {
  standin::called(__func__);
  return v_[1];
}
float UT_Vector4::z() const {
  standin::called(__func__);
  return v_[2];
}
float UT_Vector4::w() const {
  standin::called(__func__);
  return v_[3];
}

UT_Vector2D::UT_Vector2D() : v_{0, 0} {}
UT_Vector2D::UT_Vector2D(fpreal64 x, fpreal64 y) : v_{x, y} {}
fpreal64 UT_Vector2D::x() const {
  standin::called(__func__);
  return v_[0];
}
fpreal64 UT_Vector2D::y() const {
  standin::called(__func__);
  return v_[1];
}

UT_Vector3D::UT_Vector3D() : v_{0, 0, 0} {}
UT_Vector3D::UT_Vector3D(fpreal64 x, fpreal64 y, fpreal64 z) : v_{x, y, z} {}
fpreal64 UT_Vector3D::x() const {
  standin::called(__func__);
  return v_[0];
}
fpreal64 UT_Vector3D::y() const {
  standin::called(__func__);
  return v_[1];
}
fpreal64 UT_Vector3D::z() const {
  standin::called(__func__);
  return v_[2];
}

UT_IStream::UT_IStream(const char* text, std::size_t length, UT_ISTREAM_READTYPE)
    : text_(text ? std::string(text, static_cast<std::size_t>(length)) : std::string()) {}
const std::string& UT_IStream::text() const {
  standin::called(__func__);
  return text_;
}
