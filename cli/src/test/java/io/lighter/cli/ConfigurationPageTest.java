// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationPageTest {
  @Test
  void committedPageMatchesTheOptions() throws IOException {
    Path page =
        Path.of(System.getProperty("lighter.docs.dir", "../docs"), ConfigurationPage.FILE_NAME);

    assertThat(Files.readString(page))
        .as("%s is stale; refresh it with: bin/lighter generate-docs docs", page)
        .isEqualTo(ConfigurationPage.markdown());
  }

  @Test
  void pageDescribesEveryOptionOnce() {
    for (LighterOption option : LighterOption.values()) {
      assertThat(ConfigurationPage.markdown())
          .containsOnlyOnce("### `" + option.key() + "`\n\n" + option.help());
    }
  }

  @Test
  void commandWritesThePage(@TempDir Path folder) throws IOException {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "generate-docs", folder.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(folder.resolve(ConfigurationPage.FILE_NAME)))
        .isEqualTo(ConfigurationPage.markdown());
  }
}
