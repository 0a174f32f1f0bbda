// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class RangeCommandTest {
  @Test
  void withoutOptionsSixEnginesTakeRandomKeysAtThePapersRates() {
    RangeCommand command = parsed();
    LoadPlan plan = command.plan(command.settings());

    assertThat(command.checkedEngines())
        .containsExactly(Engine.HD, Engine.HS, Engine.SMA4, Engine.GEO2, Engine.RG, Engine.RGO);
    assertThat(plan).isEqualTo(LoadPlan.of(1, false, 1_000, 20, KeyOrder.RANDOM, Map.of()));
  }

  @Test
  void enginesAreInTheOrderOfTheCommandLineAndCountOnce() {
    assertThat(parsed("--engines", "rg,HD,RG").checkedEngines())
        .containsExactly(Engine.RG, Engine.HD);
  }

  @Test
  void optionsDecideThePlan() {
    RangeCommand command =
        parsed(
            "--quick",
            "--scale",
            "0.5",
            "--keys",
            "ascending",
            "--inserts",
            "0",
            "--reads",
            "5",
            "--set",
            "lighter.range.max.wide=1",
            "--set",
            "lighter.range.max.files=8");

    assertThat(command.plan(command.settings()))
        .isEqualTo(
            LoadPlan.of(
                0.5,
                true,
                0,
                5,
                KeyOrder.ASCENDING,
                Map.of("lighter.range.max.wide", "1", "lighter.range.max.files", "8")));
  }

  @Test
  void unknownNamesAreRefusedWithThoseThatExist() {
    assertThatThrownBy(() -> parsed("--engines", "HD,fast").checkedEngines())
        .isInstanceOf(ParameterException.class)
        .hasMessage("--engines fast: expected some of HD, HS, SMA4, GEO2, NM, RM, HDO, RG, RGO");
    RangeCommand command = parsed("--keys", "zipf");
    assertThatThrownBy(() -> command.plan(command.settings()))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--keys zipf: expected one of random, ascending");
    RangeCommand typo = parsed("--set", "lighter.range.max.wid=1");
    assertThatThrownBy(() -> typo.plan(typo.settings()))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("--set lighter.range.max.wid = '1': unknown option");
  }

  @Test
  void helpNamesAllEnginesAndOrders() {
    String help = new CommandLine(new RangeCommand()).getUsageMessage().replaceAll("\\s+", " ");

    assertThat(help).contains(Engine.names(), KeyOrder.labels());
  }

  private static RangeCommand parsed(String... arguments) {
    RangeCommand command = new RangeCommand();
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = "folder";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    new CommandLine(command).parseArgs(all);
    return command;
  }
}
