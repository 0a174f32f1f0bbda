// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.index.build.SnapshotBuilder;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process of a compaction server that reads a region for an index. */
@Tag("long")
@Timeout(600)
class IndexBuildKillIT {
  private static final TableName TABLE = TableName.valueOf("people");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] CITY = Bytes.toBytes("city");

  /** Enough for a server to be killed while a job reads one of the two regions. */
  private static final int ROWS = 200_000;

  private static final long POLL_MS = 2;
  private static final int CITIES = 50;
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Pattern ACCEPTED = Pattern.compile("(bj-[0-9a-f]{20}) accepted: read of");

  @TempDir private static Path parent;

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterSettings.builder()
                .regionServers(1)
                .compactionServers(2)
                .hdfs(1, 1)
                .parent(parent)
                .site("lighter.zookeeper.session.timeout", "60s") // longer than a build waits
                .startTimeout(Duration.ofMinutes(5))
                .build());
    try (Admin admin = cluster.connection().getAdmin();
        BufferedMutator writer = cluster.connection().getBufferedMutator(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build(),
          new byte[][] {row(ROWS / 2)});
      for (int i = 0; i < ROWS; i++) {
        byte[] city = Bytes.toBytes("c%02d".formatted(i % CITIES));
        writer.mutate(new Put(row(i)).addColumn(F, CITY, city));
      }
    }
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void killedServersJobRunsElsewhereAndTheIndexIsComplete() throws Exception {
    StringWriter log = new StringWriter();
    WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
    Logger logger = Logger.getLogger(SnapshotBuilder.class.getPackageName());
    logger.addAppender(appender);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (LogTail logs = LogTail.of(cluster, Role.COMPACTION_SERVER)) {
      Future<CliRun> creation =
          threads.submit(() -> run("index", "create", "people", "city", "value f:city string"));
      LogTail.Line accepted = logs.await(TIMEOUT, "bj-", " accepted: read of ");
      ProcessName killed = accepted.writer();
      Matcher job = ACCEPTED.matcher(accepted.text());
      assertThat(job.find()).as(accepted.text()).isTrue();
      String runs = " as " + job.group(1) + System.lineSeparator();
      assertThat(
              Waiter.waitFor(
                  new Configuration(false),
                  TIMEOUT.toMillis(),
                  POLL_MS,
                  false,
                  () -> log.toString().contains(runs)))
          .as("milliseconds until the command knew that the job runs")
          .isNotNegative();
      cluster.kill(killed);
      CliRun created = creation.get(TIMEOUT.toMinutes(), TimeUnit.MINUTES);

      assertThat(created.exitCode()).as(created.err()).isZero();
      assertThat(created.err())
          .contains("jobs run on compaction servers (2), 2 at a time")
          .contains("read regions, 2 of 2");
      assertThat(Files.readString(cluster.logFile(killed)))
          .as("log of the server that was killed")
          .doesNotContain(job.group(1) + " completed");
      assertThat(log.toString())
          .containsPattern(
              "region [0-9a-f]{32} was lost on localhost,\\d+,\\d+, and runs elsewhere: "
                  + "the server does not answer: ")
          .contains(" jobs on compaction servers, 0 in this process");
      assertThat(Files.readString(cluster.logFile(other(killed))))
          .as("log of the other server")
          .containsPattern("(?s)completed: read of .*completed: read of .*completed: merge of ");
    } finally {
      logger.removeAppender(appender);
      threads.shutdownNow();
    }
    CliRun check = run("index", "check", "people", "city");
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
    assertThat(check.out())
        .contains("rows: " + ROWS)
        .contains("missing: 0\n")
        .contains("stale: 0 ")
        .endsWith("consistent\n");
    assertNothingIsLeft();
  }

  private static ProcessName other(ProcessName server) {
    return server.equals(ProcessName.compactionServer(1))
        ? ProcessName.compactionServer(2)
        : ProcessName.compactionServer(1);
  }

  private static void assertNothingIsLeft() throws IOException {
    Configuration conf = cluster.configuration();
    try (Admin admin = cluster.connection().getAdmin()) {
      assertThat(admin.listSnapshots()).isEmpty();
    }
    FileSystem fs = CommonFSUtils.getRootDir(conf).getFileSystem(conf);
    var builds =
        new org.apache.hadoop.fs.Path(
            conf.get(
                HConstants.TEMPORARY_FS_DIRECTORY_KEY, HConstants.DEFAULT_TEMPORARY_HDFS_DIRECTORY),
            "lighter-index");
    assertThat(List.of(fs.listStatus(builds))).as("folders of builds").isEmpty();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%06d".formatted(number));
  }

  private static CliRun run(String... args) {
    return CliRun.of(Lighter.commandLine(cluster::configuration), args);
  }
}
