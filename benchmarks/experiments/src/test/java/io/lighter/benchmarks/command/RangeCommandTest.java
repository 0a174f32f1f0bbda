// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class RangeCommandTest {
  @Test
  void withoutOptionsSixEnginesTakeRandomKeysAtThePapersRates() {
    RangeCommand command = parsed();
    LoadSet loads = command.loads(command.settings());

    assertThat(loads.engines())
        .containsExactly(Engine.HD, Engine.HS, Engine.SMA4, Engine.GEO2, Engine.RG, Engine.RGO);
    assertThat(loads.plans())
        .containsExactly(LoadPlan.of(1, false, 1_000, 20, KeyOrder.RANDOM, Map.of()));
    assertThat(loads.reads()).as("all reads are beside the inserts").isEmpty();
  }

  @Test
  void enginesAreInTheOrderOfTheCommandLineAndCountOnce() {
    assertThat(loads(parsed("--engines", "rg,HD,RG")).engines())
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

    assertThat(loads(command).plans())
        .containsExactly(
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
    assertThatThrownBy(() -> loads(parsed("--engines", "HD,fast")))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "--engines fast: expected some of HD, HDB, HS, HT, SMA4, GEO2, NM, RM, HDO, RG,"
                + " RGO, FO, FOO, FOP");
    assertThatThrownBy(() -> loads(parsed("--engines", "HD,HT")))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--engines HT: expected another one with --keys random");
    RangeCommand command = parsed("--keys", "zipf");
    assertThatThrownBy(() -> loads(command))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--keys zipf: expected one of random, ascending, nearly-ascending");
    RangeCommand typo = parsed("--set", "lighter.range.max.wid=1");
    assertThatThrownBy(() -> loads(typo))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("--set lighter.range.max.wid = '1': unknown option");
  }

  @Test
  void helpNamesAllEnginesAndOrders() {
    String help = new CommandLine(new RangeCommand()).getUsageMessage().replaceAll("\\s+", " ");

    assertThat(help).contains(Engine.names(), KeyOrder.labels());
  }

  private static LoadSet loads(RangeCommand command) {
    return command.loads(command.settings());
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
