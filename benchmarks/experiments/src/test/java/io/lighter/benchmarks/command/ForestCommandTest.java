// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.ForestFigure;
import io.lighter.benchmarks.experiment.load.KeyOrder;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ForestCommandTest {
  @Test
  void withoutOptionsSixEnginesTakeThreeOrdersOfKeysAndAreRead() {
    ForestCommand command = parsed();
    LoadSet loads = loads(command);

    assertThat(loads.engines())
        .containsExactly(Engine.HD, Engine.HDB, Engine.HS, Engine.HT, Engine.RG, Engine.FO);
    assertThat(loads.plans())
        .containsExactly(
            LoadPlan.unlimited(1, false, KeyOrder.ASCENDING, Map.of()),
            LoadPlan.unlimited(1, false, KeyOrder.NEARLY_ASCENDING, Map.of()),
            LoadPlan.unlimited(1, false, KeyOrder.RANDOM, Map.of()));
    assertThat(loads.kinds()).containsExactly(Kind.GET, Kind.SCAN);
    assertThat(loads.readsPerSecond()).isEqualTo(400);
    assertThat(command.settings().cacheFactors()).containsExactly(0.1);
    assertThat(command.settings().experiment()).isEqualTo("forest");
  }

  @Test
  void optionsDecideWhatIsLoadedAndRead() {
    LoadSet loads =
        loads(
            parsed(
                "--quick",
                "--scale",
                "0.5",
                "--engines",
                "fo,HD",
                "--figures",
                "space,gets",
                "--reads",
                "50",
                "--set",
                "lighter.forest.fanout=8",
                "--set",
                "FX:hbase.a=1"));

    assertThat(loads.engines()).containsExactly(Engine.FO, Engine.HD);
    assertThat(loads.plans())
        .containsExactly(
            LoadPlan.unlimited(0.5, true, KeyOrder.RANDOM, Map.of("lighter.forest.fanout", "8")));
    assertThat(loads.kinds()).containsExactly(Kind.GET);
    assertThat(loads.readsPerSecond()).isEqualTo(50);
    assertThat(loads.reads()).extracting(ReadSetting::name).contains("FO", "HD", "HP", "FB", "FX");
  }

  @Test
  void unknownNamesAndBadValuesAreRefused() {
    assertRefused("--figures speed: expected some of wa, space, gets, scans", "--figures", "speed");
    assertRefused(
        "--engines fast: expected some of HD, HDB, HS, HT, SMA4, GEO2, NM, RM, HDO, RG, RGO, FO, FOO, FOP",
        "--engines",
        "fast");
    assertRefused("--reads 1001: expected 1 to 1000", "--reads", "1001");
    assertRefused(
        "--set lighter.forest.fanout = '1': expected a whole number from 2 to 16",
        "--set",
        "lighter.forest.fanout=1");
  }

  @Test
  void helpNamesAllEnginesAndFigures() {
    assertThat(
            Stream.of(new ForestCommand(), new RangeCommand())
                .map(it -> new CommandLine(it).getUsageMessage().replaceAll("\\s+", " ")))
        .allMatch(help -> help.contains(Engine.names()))
        .first()
        .asString()
        .contains(ForestFigure.labels());
  }

  private static void assertRefused(String message, String... arguments) {
    ForestCommand command = parsed(arguments);
    assertThatThrownBy(() -> loads(command))
        .isInstanceOf(ParameterException.class)
        .hasMessage(message);
  }

  private static LoadSet loads(ForestCommand command) {
    ExperimentSettings settings = command.settings();
    return command.loads(settings);
  }

  private static ForestCommand parsed(String... arguments) {
    ForestCommand command = new ForestCommand();
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = "folder";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    new CommandLine(command).parseArgs(all);
    return command;
  }
}
