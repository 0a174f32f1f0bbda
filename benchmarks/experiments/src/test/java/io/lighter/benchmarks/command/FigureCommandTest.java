// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.ClusterVariant;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.StorePrices;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.TrialStore;
import io.lighter.benchmarks.experiment.report.SampleResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class FigureCommandTest {
  @Test
  void withoutTheOptionThereIsOnlyTheDefaultVariant() {
    assertThat(settings().variants()).containsExactly(ClusterVariant.DEFAULT);
  }

  @Test
  void variantsAreGivenByNameAndCountOnce() {
    assertThat(settings("--variants", "bucket,Throttled-10,bucket").variants())
        .containsExactly(ClusterVariant.BUCKET, ClusterVariant.THROTTLED_10);
  }

  @Test
  void unknownVariantIsRefusedWithTheNamesThatExist() {
    assertThatThrownBy(() -> settings("--variants", "default,fast"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "--variants fast: expected some of default, throttled-10, throttled-20, bucket,"
                + " discharger-10, paced, synced, stripes, wal-volumes, two-region-servers");
  }

  @Test
  void variantWithoutAStrategyIsRefused() {
    assertThatThrownBy(() -> settings("--variants", "throttled-10", "--strategies", "TIW"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "--variants throttled-10: expected one of the strategies [SS, WTC], not only [TIW]");
  }

  @Test
  void objectStoreHasFewerStrategiesOneCacheAndPricesIfGiven() {
    ExperimentSettings settings = settings("--profile", "object-store");

    assertThat(settings.profile().objectStore()).isPresent();
    assertThat(settings.strategies())
        .containsExactly(
            Strategy.OFF,
            Strategy.SS,
            Strategy.WTC,
            Strategy.PF,
            Strategy.CO,
            Strategy.TIW,
            Strategy.AD);
    assertThat(settings.cacheFactors()).containsExactly(1.5);
    assertThat(settings.prices()).isEmpty();
    assertThat(
            settings(
                    "--profile", "object-store", "--price-read", "0.0004", "--price-write", "0.005")
                .prices())
        .contains(new StorePrices(0.0004, 0.005));
  }

  @Test
  void pricesAreGivenTogetherAndForAnObjectStore() {
    assertThatThrownBy(() -> settings("--price-read", "1", "--price-write", "1"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("expected with a profile that has an object store, not none");
    assertThatThrownBy(() -> settings("--profile", "object-store", "--price-read", "1"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--price-read, price-write: expected both");
    assertThatThrownBy(
            () -> settings("--profile", "object-store", "--price-read", "-1", "--price-write", "1"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--price-read -1.0: expected a number of 0 or more");
  }

  @Test
  void helpNamesAllVariants() {
    String help = new CommandLine(new FigureCommand.Fig4()).getUsageMessage();

    assertThat(help.replaceAll("\\s+", " ")).contains(ClusterVariant.labels());
  }

  /** Each stored trial is compared with what a trial of its cluster would be now. */
  @Test
  void resumedExperimentMayHaveMoreCachesStrategiesAndVariants(@TempDir Path out)
      throws IOException {
    String folder = out.toString();
    TrialResult stored = SampleResults.trial(Strategy.SS, 1, 2, List.of());
    store(folder, "--cache", "1.5", "--strategies", "SS").write(stored, List.of());

    assertThat(read(folder, "--cache", "0.5,1.5,2.2", "--strategies", "SS,TIW")).hasSize(1);
    assertThat(read(folder, "--variants", "default,stripes,bucket", "--repeat", "3")).hasSize(1);
    assertThat(read(folder, "--cache", "0.5")).hasSize(1);
    assertThatIOException()
        .isThrownBy(() -> read(folder, "--cache", "0.5,1.5", "--reads", "100"))
        .withMessageContaining("clients with cache 1.5");
    assertThatIOException()
        .isThrownBy(() -> read(folder, "--compactions", "3"))
        .withMessageContaining("compactions 10: expected 3");
  }

  /** A rate that only another cache's trials have at present is no condition. */
  @Test
  void clientsOfOtherCachesMayHaveOtherRates(@TempDir Path out) throws IOException {
    String folder = out.toString();
    String[] both = {"--profile", "paper-node", "--cache", "1.5,0.5"};
    store(folder, both).write(SampleResults.trial(Strategy.SS, 1, 2, List.of()), List.of());

    assertThat(read(folder, "--profile", "paper-node", "--cache", "1.5,0.5", "--reads", "400"))
        .hasSize(1);
  }

  private static List<TrialResult> read(String folder, String... arguments) throws IOException {
    return store(folder, arguments).read().trials();
  }

  private static TrialStore store(String folder, String... arguments) {
    FigureCommand command = parsed(folder, arguments);
    return command.store(command.checkedSettings(), "build");
  }

  private static ExperimentSettings settings(String... arguments) {
    return parsed("folder", arguments).checkedSettings();
  }

  private static FigureCommand parsed(String folder, String... arguments) {
    FigureCommand command = new FigureCommand.Fig7();
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = folder;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    new CommandLine(command).parseArgs(all);
    return command;
  }
}
