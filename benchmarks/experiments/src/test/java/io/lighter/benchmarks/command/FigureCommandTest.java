// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.ClusterVariant;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import org.junit.jupiter.api.Test;
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
                + " discharger-10, paced, stripes, wal-volumes, two-region-servers");
  }

  @Test
  void variantWithoutAStrategyIsRefused() {
    assertThatThrownBy(() -> settings("--variants", "throttled-10", "--strategies", "TIW"))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "--variants throttled-10: expected one of the strategies [SS, WTC], not only [TIW]");
  }

  @Test
  void helpNamesAllVariants() {
    String help = new CommandLine(new FigureCommand.Fig4()).getUsageMessage();

    assertThat(help.replaceAll("\\s+", " ")).contains(ClusterVariant.labels());
  }

  private static ExperimentSettings settings(String... arguments) {
    FigureCommand command = new FigureCommand.Fig7();
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = "folder";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    new CommandLine(command).parseArgs(all);
    return command.checkedSettings();
  }
}
