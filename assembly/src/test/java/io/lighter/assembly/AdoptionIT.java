// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.cluster.ClassPaths;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of docs/guide/adopt.md on a plain HBase in use, in their order. No read or write
 * fails or is wrong, and at the end nothing of Lighter is left.
 */
@Timeout(1_200)
class AdoptionIT {
  private static final Logger LOG = LoggerFactory.getLogger(AdoptionIT.class);
  private static final Path PAGE = Launcher.HOME.resolve("docs/guide/adopt.md");
  private static final TableName TABLE = TableName.valueOf("orders");
  private static final Duration LIMIT = Duration.ofMinutes(19);

  @TempDir Path folder;

  @Test
  void documentedStepsFailNoOperationAndLeaveNothing() throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));
    try (LocalCluster cluster = LocalCluster.start(plainHBase(hbase))) {
      BackgroundCheck load =
          BackgroundCheck.of(cluster, TABLE).rows(2_000).limit(LIMIT).withoutLighter().start();
      try (Adoption adoption = new Adoption(cluster, hbase, TABLE, load, folder)) {
        Map<String, Adoption.Step> steps = adoption.steps();
        assertThat(steps.keySet()).as("steps of %s", PAGE).containsExactlyElementsOf(headings());
        for (Map.Entry<String, Adoption.Step> step : steps.entrySet()) {
          LOG.info("{}", step.getKey());
          step.getValue().take();
          load.requireRunning();
          assertThat(load.failedOperations()).as("failed by '%s'", step.getKey()).isZero();
        }
      } finally {
        load.stop();
      }
      BackgroundCheck.Verdict verdict = load.verdict();
      LOG.info("{}", verdict.text());
      assertThat(verdict.violations()).as(verdict.text()).isZero();
      assertThat(verdict.failed()).as(verdict.text()).isZero();
      assertThat(verdict.json().get("stale_locations").getAsLong()).as(verdict.text()).isZero();
      assertThat(verdict.rowsChecked()).isPositive();
    }
  }

  /** Settings with which master and region servers load only HBase and {@code lib}. */
  private LocalClusterSettings plainHBase(Path hbase) {
    ClassPaths everything = ClassPaths.ofThisInstallation();
    return LocalClusterSettings.builder()
        .regionServers(2)
        .withoutLighter()
        .servicesApart()
        .hdfs(1, 1)
        .classPaths(new ClassPaths(hbase.resolve("lib") + "/*", "", everything.lighter()))
        .parent(folder)
        .startTimeout(Duration.ofMinutes(5))
        .site("lighter.offload.server.timeout", "30s")
        .build();
  }

  private static List<String> headings() throws Exception {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.matches("## \\d+\\. .*"))
        .map(line -> line.replaceFirst("## \\d+\\. ", ""))
        .toList();
  }
}
