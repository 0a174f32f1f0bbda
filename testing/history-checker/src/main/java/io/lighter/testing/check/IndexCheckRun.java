// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** {@code lighter check --index}: an {@link IndexChecker} on a local cluster of its own. */
final class IndexCheckRun {
  private static final TableName TABLE = TableName.valueOf("indexed");
  private static final int ROWS = 300;
  private static final int WRITERS = 4;
  private static final int READERS = 3;

  static final String RPC_SCHEDULER_KEY = "hbase.region.server.rpc.scheduler.factory.class";
  static final String RPC_SCHEDULER = "io.lighter.index.rpc.IndexRpcSchedulerFactory";

  /** Short, so that superseded entries are removed while their keys come and go. */
  private static final Duration REMOVAL_DELAY = Duration.ofSeconds(1);

  private final LocalRun run;
  private final Optional<Path> json;

  /**
   * Creates a run.
   *
   * @param json file for the result, which can be written
   */
  IndexCheckRun(LocalRun run, Optional<Path> json) {
    this.run = run;
    this.json = json;
  }

  /** Runs the check; returns the command's exit code. */
  int call(Duration duration, long seed) throws InterruptedException {
    return run.run(
        clusterSettings(),
        "Checking indexes for %d min, seed %d".formatted(duration.toMinutes(), seed),
        cluster -> check(cluster, duration, seed));
  }

  private Optional<String> check(LocalCluster cluster, Duration duration, long seed)
      throws IOException, InterruptedException {
    IndexReport report =
        new IndexChecker(
                cluster.configuration(),
                cluster.connection(),
                TABLE,
                settings(duration, seed),
                table -> CheckCommand.compactions(cluster, table),
                Optional.of(new ProcessKiller(cluster)),
                System::nanoTime,
                run::say)
            .run();
    run.say(report.toText().stripTrailing());
    if (json.isPresent()) {
      Files.writeString(json.get(), report.toJson());
    }
    if (!report.passed()) {
      return Optional.of("a lookup was wrong or failed, or nothing was offloaded; see above");
    }
    return report.ofIndexes().offloaded() > 0
        ? Optional.empty()
        : Optional.of("no compaction of an index table was offloaded");
  }

  private static IndexCheckSettings settings(Duration duration, long seed) {
    return new IndexCheckSettings(
        seed,
        duration,
        ROWS,
        WRITERS,
        READERS,
        Duration.ofSeconds(2),
        Duration.ofSeconds(12),
        Duration.ofSeconds(25),
        Duration.ofSeconds(35),
        REMOVAL_DELAY);
  }

  private static LocalClusterSettings clusterSettings() {
    LocalClusterSettings.Builder cluster =
        LocalClusterSettings.builder()
            .compactionServers(1)
            .hdfs(1, 1)
            .site("hbase.hfile.compaction.discharger.interval", "5000")
            .site(RPC_SCHEDULER_KEY, RPC_SCHEDULER)
            .site(LighterOption.INDEX_REMOVAL_DELAY.key(), REMOVAL_DELAY.toMillis() + "ms");
    CheckCommand.SMALL.forEach((option, value) -> cluster.site(option.key(), value));
    return cluster.build();
  }
}
