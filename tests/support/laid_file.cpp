// Geometry files laid token by token.
#include "tests/support/laid_file.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/io/geometry_file.h"
#include "cli/io/sc_container.h"

namespace tendril::test {
namespace {

void writeHeader(Tokens& t, int points, int primitives) {
  t.text("fileversion").text("18.5.351.15").text("hasindex").yes();
  t.text("pointcount").whole(points).text("vertexcount").whole(points);
  t.text("primitivecount").whole(primitives);
  t.text("info").openMap();
  t.text("software").text("Houdini 18.5.351.15").text("bounds").list<float>({0, 1, 0, 1, 0, 1});
  t.text("primcount_summary").plain("     " + std::to_string(primitives) + " primitives\n");
  t.text("timetocook").real64(0.125).closeMap();
}

void writeTopology(Tokens& t, int points) {
  t.text("topology").open().text("pointref").open().text("indices");
  std::vector<std::int32_t> all(static_cast<std::size_t>(points));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int32_t>(i);
  if (points <= 32767)
    t.list(std::vector<std::int16_t>(all.begin(), all.end()));
  else
    t.list(all);
  t.close().close();
}

void writeP(Tokens& t, int points) {
  std::vector<float> p;
  for (int i = 0; i < points; ++i) p.insert(p.end(), {static_cast<float>(i), 0.5f, -1.25f});
  t.text("attributes").open().text("pointattributes").open().open();
  t.open().text("scope").text("public").text("type").text("numeric").text("name").text("P");
  t.text("options").openMap().text("type").openMap();
  t.text("type").text("string").text("value").text("point").closeMap().closeMap().close();
  t.open().text("size").whole(3).text("storage").text("fpreal32");
  t.text("defaults").open().text("size").whole(1).text("storage").text("fpreal64");
  t.text("values").list<double>({0}).close();
  t.text("values").open().text("size").whole(3).text("storage").text("fpreal32");
  t.text("pagesize").whole(1024).text("rawpagedata").list(p).close().close().close().close().close();
}

void writeIndex(Tokens& t) {
  t.plain("index");
  const std::size_t start = t.size();
  t.open();
  for (const char* key : {"integerentries", "stringentries", "integerkeyentires", "stringkeyentries"})
    t.plain(key).openMap().closeMap();
  t.close().plain("indexposition");
  t.longWhole(static_cast<std::int64_t>(t.size() + 9 - start));
}

}  // namespace

std::string layFile(int points, int primitives, const Records& records) {
  Tokens t;
  t.open();
  writeHeader(t, points, primitives);
  writeTopology(t, points);
  writeP(t, points);
  t.text("primitives").open();
  records(t);
  t.close();
  writeIndex(t);
  t.close();
  return t.bytes();
}

std::string inContainer(const std::string& bytes) {
  io::Rope rope;
  rope.append(bytes);
  std::string result;
  io::packSc(rope, [&](std::string_view part) { result.append(part); });
  return result;
}

Geometry readLaid(const std::string& bytes) {
  return io::parseGeometry(io::Bytes(bytes), "laid.bgeo");
}

std::vector<float> sphereMatrix(int i) {
  const float size = 0.1f * static_cast<float>(i + 1);
  return {size, 0, 0, 0, size, 0, 0, 0, -size};
}

Tokens& sphereHead(Tokens& t) {
  t.open().text("type").text("run").text("runtype").text("Sphere");
  return t.text("varyingfields").open().text("vertex").text("transform").close();
}

void sphereRows(Tokens& t, int from, int to) {
  t.open();
  for (int i = from; i < to; ++i) t.open().whole(i).list(sphereMatrix(i)).close();
  t.close();
}

void sphereRun(Tokens& t, int from, int to) {
  sphereHead(t.open()).close();
  sphereRows(t, from, to);
  t.close();
}

void polygonRun(Tokens& t, const char* type, int first, int count, int size) {
  t.open().open().text("type").text(type).close().open();
  t.text("s_v").whole(first).text("n_p").whole(count);
  if (count > 2)
    t.text("r_v").list<std::int8_t>({static_cast<std::int8_t>(size), static_cast<std::int8_t>(count)});
  else
    t.text("n_v").list(
        std::vector<std::int8_t>(static_cast<std::size_t>(count), static_cast<std::int8_t>(size)));
  t.close().close();
}

void expectSameBytes(const std::string& found, const std::string& expected) {
  const auto where = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
  EXPECT_TRUE(found == expected) << "first difference at byte " << where.first - found.begin() << " of "
                                 << expected.size();
}

}  // namespace tendril::test
