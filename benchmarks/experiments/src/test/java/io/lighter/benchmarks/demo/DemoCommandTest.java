// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoCommandTest {
  @TempDir private Path folder;

  private final StringWriter errors = new StringWriter();

  @Test
  void rowsBelowOneAreRefusedBeforeAnythingStarts() {
    assertThat(execute("--rows", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--rows 0: expected a whole number from 1 to");
  }

  @Test
  void anUnwritableJsonFileIsRefusedBeforeAnythingStarts() {
    Path file = folder.resolve("no-such-folder").resolve("out.json");

    assertThat(execute("--json", file.toString())).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--json " + file + ": expected a file");
  }

  @Test
  void aJsonPathThatIsAFolderIsRefused() {
    assertThat(execute("--json", folder.toString())).isEqualTo(CommandLine.ExitCode.USAGE);
  }

  @Test
  void refusingLeavesNoJsonFileBehind() {
    Path file = folder.resolve("out.json");

    assertThat(execute("--json", file.toString(), "--rows", "-1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(file).doesNotExist();
  }

  @Test
  void aFolderThatCannotBeCreatedIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(execute("--out", file.resolve("below").toString()))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains("--out " + file.resolve("below") + ": expected a folder");
  }

  @Test
  void anUnknownProfileIsRefusedWithBothNames() {
    assertThat(execute("--profile", "paper-node")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--profile paper-node: expected ssd or none");
  }

  @Test
  void unknownStrategyIsRefusedWithAListOfAll() {
    assertThat(execute("--strategy", "eager")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains("--strategy")
        .contains(
            "expected one of none, write-through, remote, pre-switch, incremental, throttled,"
                + " adaptive, not 'eager'");
  }

  @Test
  void optionsUnsupportedOnARunningClusterAreRefused() {
    for (String other :
        List.of("--keep", "--without-lighter", "--strategy=write-through", "--strategy=remote")) {
      assertThat(execute("--on-cluster", other)).isEqualTo(CommandLine.ExitCode.USAGE);
    }
    assertThat(errors.toString()).contains("--on-cluster: expected neither --keep nor");
  }

  @Test
  void optionsOfTheOtherDemoAreRefusedWithIndex() {
    for (String other : List.of("--on-cluster", "--keep", "--without-lighter", "--json=out")) {
      assertThat(execute("--index", other)).isEqualTo(CommandLine.ExitCode.USAGE);
    }
    assertThat(errors.toString()).contains("--index: expected none of --on-cluster, --keep");
  }

  @Test
  void optionsThatCannotWorkOnAnObjectStoreAreRefused() {
    for (String other : List.of("--on-cluster", "--index", "--rows=500001")) {
      assertThat(execute("--object-store", other)).isEqualTo(CommandLine.ExitCode.USAGE);
    }
    assertThat(errors.toString())
        .contains("--object-store: expected neither --on-cluster")
        .contains("--rows 500001: expected at most 500000 with --object-store");
  }

  @Test
  void helpListsTheStrategies() {
    StringWriter out = new StringWriter();

    new CommandLine(new DemoCommand()).setOut(new PrintWriter(out, true)).execute("--help");

    assertThat(out.toString()).contains("pre-switch").contains("default: throttled");
  }

  private int execute(String... arguments) {
    return new CommandLine(new DemoCommand())
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }
}
