// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
  @Test
  void committedPageMatchesTheMetrics() throws IOException {
    Path page = Path.of(System.getProperty("lighter.docs.dir", "../docs"), MetricsPage.FILE_NAME);

    assertThat(Files.readString(page))
        .as("%s is stale; refresh it with: bin/lighter generate-docs docs", page)
        .isEqualTo(MetricsPage.markdown());
  }

  @Test
  void pageDescribesEveryMetric() {
    for (LighterMetric metric : LighterMetric.values()) {
      assertThat(MetricsPage.markdown()).contains(metric.counts());
    }
    assertThat(MetricsPage.markdown())
        .contains(
            "| `LocalCompactions_<reason>` | `lighter_local_compactions_<reason>` | counter |",
            "| `OffloadTime` | `lighter_offload_time_…` | timer | µs |");
  }

  @Test
  void commandWritesThePage(@TempDir Path folder) throws IOException {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "generate-docs", folder.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(Files.readString(folder.resolve(MetricsPage.FILE_NAME)))
        .isEqualTo(MetricsPage.markdown());
  }
}
