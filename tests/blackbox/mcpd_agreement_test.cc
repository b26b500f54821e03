#include "tests/blackbox/agreement.h"

TEST_CASE("mirror and arXiv give the same papers, field by field") {
  testing::Agreement agreement;
  agreement.check_look_ups();
  agreement.check_searches(100, 1);
}
