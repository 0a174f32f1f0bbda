// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.testing.isolation.IsolationProfile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentSettingsTest {
  @Test
  void quickRunOfAllStrategiesTakesAtMostTwentyMinutes() {
    ExperimentSettings quick = settings(1, true, 1);
    Duration starts = Duration.ofMinutes(2).multipliedBy(quick.cacheFactors().size());

    assertThat(quick.trial().expected().multipliedBy(quick.trials()).plus(starts))
        .isLessThan(Duration.ofMinutes(20));
  }

  @Test
  void quickRunTriesTheSmallCacheOnlyWithStrategiesThatDifferThere() {
    ExperimentSettings quick = settings(1, true, 1);

    assertThat(quick.strategies(1.5)).containsExactly(Strategy.values());
    assertThat(quick.strategies(0.5)).containsExactly(Strategy.SS, Strategy.TIW, Strategy.AD);
    assertThat(settings(1, false, 1).strategies(0.5)).hasSize(10);
  }

  @Test
  void cacheForBothCopiesIsTriedWithTheStrategiesThatItMayServe() {
    assertThat(Figure.FIG7.cacheFactors(false)).containsExactly(1.5, 2.2, 0.5);
    assertThat(Figure.FIG7.cacheFactors(true)).containsExactly(1.5, 0.5);
    assertThat(settings(1, false, 1).strategies(2.2))
        .containsExactly(Strategy.OFF, Strategy.WTC, Strategy.TIW);
  }

  @Test
  void chosenStrategiesRunWithALargeCacheToo() {
    List<Strategy> chosen = List.of(Strategy.SS, Strategy.AD);

    assertThat(Figure.with(2.2, chosen, false)).isEqualTo(chosen);
    assertThat(Figure.with(2.2, Figure.FIG4.strategies(), false))
        .isEqualTo(Figure.FIG4.strategies());
  }

  @Test
  void trialsOfOtherSettingsAreOthers() {
    Map<String, Object> conditions = settings(1, false, 1).conditions(ClusterVariant.DEFAULT);

    assertThat(settings(1, false, 5).conditions(ClusterVariant.DEFAULT)).isEqualTo(conditions);
    assertThat(settings(1, true, 1).conditions(ClusterVariant.DEFAULT)).isNotEqualTo(conditions);
    ExperimentSettings ten = settings(1, false, 1).withCompactions(10);
    assertThat(ten.conditions(ClusterVariant.DEFAULT)).isNotEqualTo(conditions);
    assertThat(ten.conditions(ClusterVariant.STRIPES))
        .as("stripes have one compaction in any case")
        .isEqualTo(settings(1, false, 1).conditions(ClusterVariant.STRIPES));
  }

  @Test
  void compactionsInARowLengthenATrialByThePaceOfEach() {
    TrialSettings one = settings(1, false, 1).trial();
    TrialSettings ten = settings(1, false, 1).withCompactions(10).trial();

    assertThat(one.compactions()).isEqualTo(1);
    assertThat(ten.compactions()).isEqualTo(10);
    assertThat(ten.expected().minus(one.expected()))
        .isGreaterThanOrEqualTo(TrialSettings.PACE.multipliedBy(9));
  }

  @Test
  void copyWithAnotherNumberOfCompactionsHasAllOtherSettings() {
    ExperimentSettings settings =
        ExperimentSettings.builder("fig4", "t", List.of(Strategy.SS), List.of(0.5))
            .profile(IsolationProfile.SSD)
            .scale(0.5)
            .quick(true)
            .repeat(3)
            .seed(7)
            .withoutRehearsal()
            .compactions(2)
            .variants(List.of(ClusterVariant.BUCKET))
            .build();

    assertThat(settings.withCompactions(10)).isNotEqualTo(settings);
    assertThat(settings.withCompactions(10).withCompactions(2)).isEqualTo(settings);
    assertThat(settings.withVariants(List.of(ClusterVariant.BUCKET))).isEqualTo(settings);
  }

  @Test
  void rowsFollowTheScale() {
    assertThat(settings(2, false, 1).rows().count())
        .isEqualTo(2 * settings(1, false, 1).rows().count());
  }

  @Test
  void badNumbersAreRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(0, false, 1))
        .withMessageContaining("scale");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1, false, 0))
        .withMessageContaining("repeat 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings(1, false, 1).withCompactions(0))
        .withMessageContaining("compactions 0");
  }

  @Test
  void eachVariantHasAClusterForEachSizeOfTheCache() {
    ExperimentSettings settings =
        settings(1, false, 2)
            .withVariants(List.of(ClusterVariant.DEFAULT, ClusterVariant.THROTTLED_10));

    assertThat(settings.clusters())
        .containsExactly(
            new ClusterKind(1.5, ClusterVariant.DEFAULT),
            new ClusterKind(0.5, ClusterVariant.DEFAULT),
            new ClusterKind(1.5, ClusterVariant.THROTTLED_10),
            new ClusterKind(0.5, ClusterVariant.THROTTLED_10));
    assertThat(settings.strategies(new ClusterKind(1.5, ClusterVariant.THROTTLED_10)))
        .containsExactly(Strategy.SS, Strategy.WTC);
    assertThat(settings.leftOut(ClusterVariant.THROTTLED_10))
        .hasSize(8)
        .doesNotContain(Strategy.SS, Strategy.WTC);
    assertThat(settings.leftOut(ClusterVariant.DEFAULT)).isEmpty();
    assertThat(settings.trials()).isEqualTo(2 * (10 + 10 + 2 + 2));
  }

  @Test
  void stripesAreCompactedOnceInATrial() {
    ExperimentSettings ten = settings(1, false, 1).withCompactions(10);

    assertThat(ten.trial(ClusterVariant.STRIPES).compactions()).isEqualTo(1);
    assertThat(ten.trial(ClusterVariant.BUCKET)).isEqualTo(ten.trial());
  }

  @Test
  void variantWithoutAnyOfTheStrategiesIsRefused() {
    ExperimentSettings settings =
        ExperimentSettings.builder("fig7", "t", List.of(Strategy.TIW), List.of(1.5)).build();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.withVariants(List.of(ClusterVariant.THROTTLED_20)))
        .withMessage(
            "variants throttled-20: expected one of the strategies [SS, WTC], not only [TIW]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings.withVariants(List.of()))
        .withMessageContaining("two-region-servers");
  }

  @Test
  void differingClientsOfOtherCachesAreDescribed() {
    YcsbRows rows = new YcsbRows(1_000);

    assertThat(
            Experiment.describeWorkloads(
                List.of(1.5, 0.5),
                factor ->
                    new YcsbWorkload(
                        new YcsbWorkload.Rates(factor > 1 ? 400 : 32, 10, 100, 4), rows)))
        .containsEntry("reads_per_s", 400)
        .containsEntry("reads_per_s_at_cache_0.5", 32)
        .doesNotContainKey("updates_per_s_at_cache_0.5");
  }

  private static ExperimentSettings settings(double scale, boolean quick, int repeat) {
    return ExperimentSettings.builder("fig7", "t", Figure.FIG7.strategies(), List.of(1.5, 0.5))
        .scale(scale)
        .quick(quick)
        .repeat(repeat)
        .build();
  }
}
