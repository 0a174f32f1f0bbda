// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlushSpillTest {
  private static final String FAMILY = "*";
  private final IOException full = new IOException("Unable to create new block.");
  private final IOException alsoFull =
      new IOException("/f could only be written to 0 of the 1 minReplication nodes.");
  private final IOException broken = new IOException("checksum");

  private final FlushSpill spill = new FlushSpill(plan("ALL_SSD", "ALL_SSD", "HOT"));
  private final Map<String, IOException> errors = new HashMap<>();
  private final List<String> attempts = new ArrayList<>();

  @Test
  void fastTierWithRoomIsTheOnlyAttempt() throws IOException {
    assertThat(spill.write(this::attempt))
        .isEqualTo(new FlushSpill.Written<>("f*", 0, Optional.empty(), Optional.empty()));
    assertThat(attempts).containsExactly(FAMILY);
  }

  @Test
  void eachPolicyIsTriedOnceUntilOneHasRoom() throws IOException {
    errors.put(FAMILY, full);
    errors.put("ALL_SSD", alsoFull);
    assertThat(spill.write(this::attempt))
        .isEqualTo(new FlushSpill.Written<>("fHOT", 2, Optional.of("HOT"), Optional.of(full)));
    assertThat(attempts).containsExactly(FAMILY, "ALL_SSD", "HOT");
  }

  @Test
  void firstErrorIsThrownIfNoPolicyHasRoom() {
    IOException first = new IOException("Unable to create new block.");
    errors.put(FAMILY, first);
    errors.put("ALL_SSD", alsoFull);
    errors.put("HOT", full);
    assertThat(catchThrowable(() -> spill.write(this::attempt)))
        .isSameAs(first)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(alsoFull, full));
  }

  @Test
  void otherErrorEndsTheAttempts() {
    errors.put(FAMILY, broken);
    assertThat(catchThrowable(() -> spill.write(this::attempt))).isSameAs(broken);
    assertThat(attempts).containsExactly(FAMILY);
    assertThat(broken.getSuppressed()).isEmpty();
  }

  @Test
  void otherErrorOfALaterAttemptIsThrownWithTheFirstOne() {
    errors.put(FAMILY, full);
    errors.put("ALL_SSD", broken);
    assertThat(catchThrowable(() -> spill.write(this::attempt)))
        .isSameAs(broken)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(full));
    assertThat(attempts).containsExactly(FAMILY, "ALL_SSD");
  }

  @Test
  void sameErrorTwiceIsThrownAlone() {
    IOException same = new IOException("Unable to create new block.");
    errors.put(FAMILY, same);
    errors.put("ALL_SSD", same);
    errors.put("HOT", same);
    assertThat(catchThrowable(() -> spill.write(this::attempt))).isSameAs(same);
    assertThat(same.getSuppressed()).isEmpty();
  }

  private String attempt(Optional<String> policy) throws IOException {
    String name = policy.orElse(FAMILY);
    attempts.add(name);
    if (errors.containsKey(name)) {
      throw errors.get(name);
    }
    return "f" + name;
  }

  private static TierPlan plan(String... policies) {
    List<TierPlan.Tier> tiers = new ArrayList<>();
    tiers.add(new TierPlan.Tier(Optional.empty(), 4, 1));
    for (String policy : policies) {
      tiers.add(new TierPlan.Tier(Optional.of(policy), 4, 1));
    }
    return new TierPlan(tiers);
  }
}
