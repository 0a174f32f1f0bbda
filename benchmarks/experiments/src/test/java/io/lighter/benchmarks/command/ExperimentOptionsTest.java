// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.YcsbRows;
import io.lighter.testing.isolation.IsolationProfile;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

class ExperimentOptionsTest {
  @Command
  private static final class Holder {
    @Spec private CommandSpec spec;
    @Mixin private ExperimentOptions options;
  }

  @Test
  void defaultRatesAreAsSlowAsTheMachines() {
    assertThat(rate(IsolationProfile.PAPER_NODE)).isEqualTo(400 + 100);
    assertThat(rate(IsolationProfile.PAPER_NODE_SLOW)).isEqualTo(100 + 25);
  }

  @Test
  void givenRatesAreNotScaled() {
    assertThat(rate(IsolationProfile.PAPER_NODE_SLOW, "--reads", "40", "--updates", "7"))
        .isEqualTo(40 + 7);
  }

  @Test
  void defaultReadsFollowTheDiskIfTheCacheIsSmall() {
    assertThat(rateWithCache(1.5)).isEqualTo(400 + 100);
    assertThat(rateWithCache(0.5)).isEqualTo(32 + 100);
    assertThat(rateWithCache(0.5, "--reads", "400")).isEqualTo(400 + 100);
    assertThat(rateWithCache(0.99)).as("no more than usual").isEqualTo(400 + 100);
  }

  @Test
  void aRateOfZeroIsRefused() {
    assertThatThrownBy(() -> rate(IsolationProfile.NONE, "--reads", "0"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--reads 0, --updates 100: expected 1 to 100000");
  }

  private static double rate(IsolationProfile profile, String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments(arguments));
    return holder.options.workload(holder.spec, profile, new YcsbRows(1_000), 1).targetRate();
  }

  private static double rateWithCache(double factor, String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments(arguments));
    ExperimentSettings settings =
        ExperimentSettings.builder("fig7", "t", List.of(Strategy.SS), List.of(1.5, factor))
            .profile(IsolationProfile.PAPER_NODE)
            .build();
    return holder.options.workload(holder.spec, settings, factor).targetRate();
  }

  private static String[] arguments(String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = "folder";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return all;
  }
}
