// Stand-in: kinds of primitives.
#pragma once
class GA_PrimitiveTypeId {
 public:
  explicit constexpr GA_PrimitiveTypeId(int id = -1) : id_(id) {}
  constexpr int get() const { return id_; }
  friend constexpr bool operator==(const GA_PrimitiveTypeId& a, const GA_PrimitiveTypeId& b) {
    return a.id_ == b.id_;
  }
  friend constexpr bool operator!=(const GA_PrimitiveTypeId& a, const GA_PrimitiveTypeId& b) {
    return a.id_ != b.id_;
  }

 private:
  int id_;
};
constexpr GA_PrimitiveTypeId GA_PRIMPOLY(1), GA_PRIMNURBCURVE(2), GA_PRIMBEZCURVE(3), GA_PRIMVDB(4),
    GA_PRIMSPHERE(5);
