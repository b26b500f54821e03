#include "mcpd/tools/schema.h"

namespace tools {

std::string output_schema(std::string_view properties, std::string_view required) {
  std::string schema = R"({"type":"object","properties":{)";
  schema += properties;
  schema += R"(,"error":{"type":"object","properties":{"code":{"type":"integer"},)"
            R"("message":{"type":"string"},"data":{"type":"object"}},)"
            R"("required":["code","message"]}},"anyOf":[{"required":[)";
  schema += required;
  schema += R"(]},{"required":["error"]}]})";
  return schema;
}

}  // namespace tools
