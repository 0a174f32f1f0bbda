// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.TierListSyntax;
import java.util.List;
import java.util.function.Consumer;

/** Makes a {@link TierPlan} of {@code lighter.tiered.tiers}. Stateless. */
public final class TierPlanParser {
  private TierPlanParser() {}

  /**
   * Returns the plan of a value. If the value has mistakes, all of them are reported in one
   * sentence, and the plan is that of the option's default.
   *
   * @param problems takes the sentence, with key, value, mistakes and what is allowed
   */
  public static TierPlan parse(String value, Consumer<String> problems) {
    List<String> mistakes = TierListSyntax.mistakes(value);
    if (mistakes.isEmpty()) {
      return plan(value);
    }
    problems.accept(
        "%s = '%s': %s; expected %s; files are merged as with '%s'"
            .formatted(
                LighterOption.TIERED_TIERS.key(),
                value,
                String.join("; ", mistakes),
                TierListSyntax.allowed(),
                LighterOption.TIERED_TIERS.defaultValue()));
    return plan(LighterOption.TIERED_TIERS.defaultValue());
  }

  private static TierPlan plan(String value) {
    return new TierPlan(
        TierListSyntax.parse(value).stream()
            .map(
                tier ->
                    new TierPlan.Tier(
                        tier.policy(), tier.files(), tier.bytes().orElse(Long.MAX_VALUE)))
            .toList());
  }
}
