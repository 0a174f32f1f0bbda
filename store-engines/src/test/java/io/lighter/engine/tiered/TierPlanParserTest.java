// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.tiered.TierPlan.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TierPlanParserTest {
  private static final long GB = 1 << 30;

  private final List<String> problems = new ArrayList<>();

  private TierPlan parse(String value) {
    return TierPlanParser.parse(value, problems::add);
  }

  @Test
  void oneTier() {
    assertThat(parse("*:80")).isEqualTo(TierPlan.ofOneTier(80));
    assertThat(problems).isEmpty();
  }

  @Test
  void severalTiersWithSpaces() {
    assertThat(parse(" *:8:20GB ; HOT:4:64MB;COLD:2"))
        .isEqualTo(
            new TierPlan(
                List.of(
                    new Tier(Optional.empty(), 8, 20 * GB),
                    new Tier(Optional.of("HOT"), 4, GB / 16),
                    new Tier(Optional.of("COLD"), 2, Long.MAX_VALUE))));
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4",
        "*",
        "*:",
        "*:x",
        "*:1",
        "*:257",
        "*:-4",
        "*:4.5",
        "*:1:20GB",
        "FAST:4",
        "HOT:4",
        "*:4;*:4",
        "*:4:1GB;*:4",
        "*:4;HOT:4",
        "*:4:63MB;HOT:4",
        "*:4:1GB",
        "*:4:x;HOT:4",
        "*:4:1GB;hot:4",
        "*:4:1GB;LAZY_PERSIST:4",
        "*:4:1GB;PROVIDED:4",
        "*:4:1GB;HOT:4:1GB",
        "*:4;",
        ";*:4",
        "*:4:1GB:2;HOT:4",
        "*:4:99999999999999999999;HOT:4",
        "*:4:1GB;HOT:4:1GB;HOT:4:1GB;HOT:4:1GB;HOT:4:1GB;COLD:4"
      })
  void badValueIsNamedWithWhatIsAllowedAndTheDefaultIsUsed(String value) {
    assertThat(parse(value)).isEqualTo(TierPlan.ofOneTier(4));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0))
        .startsWith("lighter.tiered.tiers = '" + value + "': ")
        .contains("expected 1 to 5 tiers POLICY:K:BYTES")
        .endsWith("files are merged as with '*:4'");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    parse("FAST:1;*:300:1MB;HOT:4:1GB");
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0))
        .contains("tier 1 'FAST:1' has the policy 'FAST' instead of *")
        .contains("tier 1 'FAST:1' has K '1' instead of 2 to 256")
        .contains("tier 1 'FAST:1' has no BYTES and is not the last")
        .contains("tier 2 '*:300:1MB' has the policy '*' instead of one of ALL_NVDIMM, ALL_SSD")
        .contains("tier 2 '*:300:1MB' has K '300' instead of 2 to 256")
        .contains("tier 2 '*:300:1MB' has BYTES '1MB' instead of 64MB or more")
        .contains("tier 3 'HOT:4:1GB' is the last and has BYTES '1GB'");
  }
}
