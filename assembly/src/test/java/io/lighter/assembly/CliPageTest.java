// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.CliPage;
import io.lighter.cli.Lighter;
import io.lighter.cli.command.CommandGroup;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class CliPageTest {
  private final CommandSpec root = Lighter.commandLine(CliRun::conf).getCommandSpec();

  @Test
  void committedPageMatchesTheCommands() throws IOException {
    Path page = Path.of(System.getProperty("lighter.docs.dir", "../docs"), CliPage.FILE_NAME);

    assertThat(Files.readString(page))
        .as("%s is stale; refresh it with: bin/lighter generate-docs docs", page)
        .isEqualTo(CliPage.markdown(root));
  }

  @Test
  void pageHasEveryCommandForUsersWithEveryOption() {
    String page = CliPage.markdown(root);
    List<CommandSpec> commands = new ArrayList<>();
    collect(root, commands);

    assertThat(commands).hasSizeGreaterThan(25);
    for (CommandSpec command : commands) {
      String section = page.substring(page.indexOf("\n## `" + command.qualifiedName() + "`\n"));
      String own = section.substring(0, section.indexOf("\n## ", 1) + 1);
      // The last command's section reaches to the end.
      String text = own.isEmpty() ? section : own;
      for (OptionSpec option : command.options()) {
        if (!option.hidden() && !option.usageHelp() && !option.versionHelp()) {
          boolean isEverywhere = option.inherited();
          assertThat(text.contains("`" + option.longestName()))
              .as("%s of %s", option.longestName(), command.qualifiedName())
              .isEqualTo(!isEverywhere);
        }
      }
    }
  }

  @Test
  void optionsHaveTheirDefaultsInAColumn() {
    assertThat(CliPage.markdown(root))
        .contains("| `--rows N` | `80000` | Rows of each table. |")
        .contains("| `on\\|off` |  | Without it: show the state. |")
        .contains("| `--warehouses W` | required |")
        .contains("| 3 | no ZooKeeper or no manager answers |")
        .doesNotContain("generate-docs`]", "jvm-options", "--without-lighter");
  }

  @Test
  void commandWritesThePage(@TempDir Path folder) throws IOException {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "generate-docs", folder.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(folder.resolve(CliPage.FILE_NAME)))
        .isEqualTo(CliPage.markdown(root));
  }

  /** Collects runnable commands. */
  private static void collect(CommandSpec group, List<CommandSpec> commands) {
    for (CommandLine line : group.subcommands().values()) {
      CommandSpec command = line.getCommandSpec();
      if (!command.usageMessage().hidden()) {
        if (!(command.userObject() instanceof CommandGroup)) {
          commands.add(command);
        }
        collect(command, commands);
      }
    }
  }
}
