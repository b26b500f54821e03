#include "tests/blackbox/agreement.h"

TEST_CASE("mirror and arXiv give the same papers, field by field, for thousands of searches") {
  testing::Agreement agreement;
  for (const unsigned seed : {2U, 3U, 4U, 5U})
    agreement.check_searches(500, seed);
}
