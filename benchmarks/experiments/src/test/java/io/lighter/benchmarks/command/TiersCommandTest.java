// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.load.Engine;
import io.lighter.benchmarks.experiment.load.LoadPlan;
import io.lighter.benchmarks.experiment.load.LoadSet;
import io.lighter.benchmarks.experiment.load.ReadSetting;
import io.lighter.benchmarks.experiment.load.ReadUse;
import io.lighter.benchmarks.experiment.load.Row;
import io.lighter.benchmarks.experiment.load.TierFigure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class TiersCommandTest {
  @Test
  void withoutOptionsNineEnginesAreLoadedAndAllFiguresMeasured() {
    TiersCommand command = parsed();
    LoadSet loads = command.loads(command.settings());

    assertThat(loads.engines())
        .containsExactly(
            Engine.HDISK,
            Engine.HSSD,
            Engine.HTUNED,
            Engine.HDATE,
            Engine.K4,
            Engine.K8,
            Engine.K80,
            Engine.TI,
            Engine.TIO);
    assertThat(loads.plans()).containsExactly(LoadPlan.tiers(1, false, Map.of()));
    assertThat(loads.commits()).isPresent();
    assertThat(names(loads, ReadUse.RECENT))
        .containsExactlyInAnyOrder("HDISK", "BUCKET", "HSSD", "HDATE", "K4", "TI");
    assertThat(names(loads, ReadUse.HOT))
        .containsExactlyInAnyOrder("HDISK", "BUCKET", "HSSD", "TI+BUCKET");
    assertThat(names(loads, ReadUse.MERGE)).containsExactlyInAnyOrder("TI", "TIO");
    assertThat(loads.rows()).extracting(Row::group).contains("inserts", "recent", "commits");
    assertThat(command.settings().experiment()).isEqualTo("tiers");
  }

  @Test
  void enginesThatNoFigureNeedsAreNotLoaded() {
    TiersCommand command =
        parsed("--quick", "--figures", "recent,merge", "--profile", "tiers", "--set", "a.b=1");
    LoadSet loads = command.loads(command.settings());

    assertThat(loads.engines())
        .containsExactly(Engine.HDISK, Engine.HSSD, Engine.HDATE, Engine.K4, Engine.TI, Engine.TIO);
    assertThat(loads.plans()).containsExactly(LoadPlan.tiers(1, true, Map.of("a.b", "1")));
    assertThat(names(loads, ReadUse.MERGE)).as("none local with --quick").containsExactly("TIO");
    assertThat(loads.commits()).isEmpty();
    assertThat(command.settings().profile().name()).isEqualTo("tiers");
  }

  @Test
  void commitsNeedNoLoad() {
    TiersCommand command = parsed("--figures", "commits");
    LoadSet loads = command.loads(command.settings());

    assertThat(loads.engines()).isEmpty();
    assertThat(loads.rows()).extracting(Row::name).containsExactly("ASYNC");
  }

  @Test
  void unknownNamesAndBadValuesAreRefused() {
    assertRefused(
        "--figures wa: expected some of inserts, recent, hot, merge, commits", "--figures", "wa");
    assertRefused(
        "--engines HD: expected some of HDISK, HSSD, HTUNED, HDATE, K4, K8, K80, TI, TIO",
        "--engines",
        "HD");
    assertRefused(
        "--engines K8: expected others for --figures recent",
        "--engines",
        "K8",
        "--figures",
        "recent");
    assertRefused("--profile paper-node: expected tiers or none", "--profile", "paper-node");
    assertRefused(
        "--set lighter.tiered.forecast = 'maybe': expected true or false",
        "--set",
        "lighter.tiered.forecast=maybe");
  }

  @Test
  void otherCommandsRefuseTheseEnginesAndHelpNamesThem() {
    RangeCommand range = new RangeCommand();
    new CommandLine(range).parseArgs("--out", "folder", "--engines", "K4");

    assertThatThrownBy(() -> range.loads(range.settings()))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--engines K4: expected some of " + Engine.names());
    assertThat(new CommandLine(new TiersCommand()).getUsageMessage().replaceAll("\\s+", " "))
        .contains(Engine.names(true), TierFigure.labels());
  }

  private static List<String> names(LoadSet loads, ReadUse use) {
    return loads.reads().stream()
        .filter(setting -> setting.use() == use)
        .map(ReadSetting::name)
        .toList();
  }

  private static void assertRefused(String message, String... arguments) {
    TiersCommand command = parsed(arguments);
    assertThatThrownBy(() -> command.loads(command.settings()))
        .isInstanceOf(ParameterException.class)
        .hasMessage(message);
  }

  private static TiersCommand parsed(String... arguments) {
    TiersCommand command = new TiersCommand();
    String[] all = new String[arguments.length + 2];
    all[0] = "--out";
    all[1] = "folder";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    new CommandLine(command).parseArgs(all);
    return command;
  }
}
