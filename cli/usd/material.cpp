// The material of hair in USD files.
#include "cli/usd/material.h"

namespace tendril::cli::usd {

std::string materialsIn(const std::string& root) {
  const std::string hair = root + "/materials/hair";
  return "    def Scope \"materials\"\n    {\n        def Material \"hair\"\n        {\n"
         "            token outputs:mtlx:surface.connect = <" +
         hair +
         "/surface.outputs:out>\n"
         "            token outputs:surface.connect = <" +
         hair +
         "/preview.outputs:surface>\n\n"
         "            def Shader \"surface\"\n            {\n"
         "                uniform token info:id = \"ND_standard_surface_surfaceshader\"\n"
         "                color3f inputs:base_color.connect = <" +
         hair +
         "/colour.outputs:out>\n"
         "                float inputs:specular = 0.5\n"
         "                float inputs:specular_roughness = 0.35\n"
         "                token outputs:out\n            }\n\n"
         "            def Shader \"colour\"\n            {\n"
         "                uniform token info:id = \"ND_geompropvalue_color3\"\n"
         "                string inputs:geomprop = \"displayColor\"\n"
         "                color3f inputs:default = (0.46, 0.29, 0.15)\n"
         "                color3f outputs:out\n            }\n\n"
         "            def Shader \"preview\"\n            {\n"
         "                uniform token info:id = \"UsdPreviewSurface\"\n"
         "                color3f inputs:diffuseColor.connect = <" +
         hair +
         "/previewColour.outputs:result>\n"
         "                float inputs:roughness = 0.35\n"
         "                token outputs:surface\n            }\n\n"
         "            def Shader \"previewColour\"\n            {\n"
         "                uniform token info:id = \"UsdPrimvarReader_float3\"\n"
         "                string inputs:varname = \"displayColor\"\n"
         "                float3 inputs:fallback = (0.46, 0.29, 0.15)\n"
         "                float3 outputs:result\n            }\n        }\n    }\n";
}

}  // namespace tendril::cli::usd
