// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.cli.command.ExitCode;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the units name existing commands and files of the tarball. */
class SystemdUnitsTest {
  private static final Path DIST =
      Path.of(System.getProperty("lighter.dist.sources", "src/main/dist"));
  private static final String MANAGER = "lighter-manager.service";
  private static final String SERVER = "lighter-compaction-server.service";
  private static final Pattern INSTALLED = Pattern.compile("/opt/lighter/([\\w./-]+)");

  @Test
  void thereIsAUnitForEachProcess() throws IOException {
    try (Stream<Path> files = Files.list(DIST.resolve("systemd"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(MANAGER, SERVER);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {MANAGER, SERVER})
  void everyFileThatAUnitNamesIsInTheTarball(String unit) throws IOException {
    List<String> named =
        INSTALLED
            .matcher(settings(unit))
            .results()
            .map((MatchResult result) -> result.group(1))
            .toList();

    assertThat(named).contains("bin/lighter", "conf/lighter.env", "docs/operate/operate.md");
    assertThat(named)
        .allSatisfy(
            name ->
                assertThat(Stream.of(DIST.resolve(name), DIST.resolve("../../../..").resolve(name)))
                    .as(name)
                    .anyMatch(Files::exists));
  }

  @ParameterizedTest
  @ValueSource(strings = {MANAGER, SERVER})
  void unitRunsAnExistingCommandAsItsOwnUser(String unit) throws IOException {
    String command = value(unit, "ExecStart");
    List<String> words = List.of((command + " --help").split(" ", -1));

    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            words.subList(1, words.size()).toArray(String[]::new));

    assertThat(command).startsWith("/opt/lighter/bin/lighter ");
    assertThat(run.exitCode()).isZero();
    assertThat(value(unit, "User")).isNotEqualTo("root").isNotBlank();
    assertThat(value(unit, "Restart")).isEqualTo("on-failure");
    assertThat(value(unit, "RestartPreventExitStatus"))
        .isEqualTo(Integer.toString(ExitCode.USAGE.code()));
  }

  @Test
  void systemdGivesACompactionServerTheTimeToDrain() throws IOException {
    Duration drain = LighterConfiguration.defaults().duration(LighterOption.SERVER_DRAIN_TIMEOUT);

    assertThat(value(SERVER, "TimeoutStopSec")).endsWith("min");
    assertThat(
            Duration.ofMinutes(Long.parseLong(value(SERVER, "TimeoutStopSec").replace("min", ""))))
        .isGreaterThan(drain);
    assertThat(value(SERVER, "KillSignal")).isEqualTo("SIGTERM");
  }

  @ParameterizedTest
  @ValueSource(strings = {MANAGER, SERVER})
  void unitIsRestartedDuringAnOutageOfZooKeeper(String unit) throws IOException {
    Duration wait =
        LighterConfiguration.defaults()
            .duration(LighterOption.ZOOKEEPER_SESSION_TIMEOUT)
            .multipliedBy(2);
    Duration pause = Duration.ofSeconds(number(unit, "RestartSec", "s"));
    Duration interval = Duration.ofMinutes(number(unit, "StartLimitIntervalSec", "min"));

    assertThat(wait.plus(pause).multipliedBy(number(unit, "StartLimitBurst", "")))
        .isGreaterThan(interval);
  }

  /** A new tarball replaces the files of the distribution; the later file wins. */
  @ParameterizedTest
  @ValueSource(strings = {MANAGER, SERVER})
  void settingsOfTheHostAreOutsideOfTheDistributionAndWin(String unit) throws IOException {
    String ofProcess = unit.replace(".service", ".env");

    assertThat(lines(unit).stream().filter(line -> line.startsWith("EnvironmentFile=")))
        .containsExactly(
            "EnvironmentFile=/opt/lighter/conf/lighter.env",
            "EnvironmentFile=-/opt/lighter/conf/" + ofProcess,
            "EnvironmentFile=-/etc/lighter/lighter.env",
            "EnvironmentFile=-/etc/lighter/" + ofProcess);
  }

  private static long number(String unit, String key, String suffix) throws IOException {
    String value = value(unit, key);
    assertThat(value).endsWith(suffix);
    return Long.parseLong(value.substring(0, value.length() - suffix.length()));
  }

  /** A unit without its comments. */
  private static String settings(String unit) throws IOException {
    return String.join("\n", lines(unit));
  }

  private static String value(String unit, String key) throws IOException {
    return lines(unit).stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> lines(String unit) throws IOException {
    return Files.readAllLines(DIST.resolve("systemd").resolve(unit)).stream()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }
}
