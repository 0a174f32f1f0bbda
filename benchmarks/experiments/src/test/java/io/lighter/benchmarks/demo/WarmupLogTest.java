// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmupLogTest {
  private static final String DAY = "2026-01-02 ";
  private static final String OF_T = " table=t region=r family=f";

  @TempDir private Path folder;

  private Path first;
  private Path second;
  private WarmupLog log;

  @BeforeEach
  void createLogs() throws IOException {
    first = Files.createFile(folder.resolve("1.log"));
    second = Files.createFile(folder.resolve("2.log"));
    log = new WarmupLog(List.of(first, second), TableName.valueOf("t"), ZoneOffset.UTC);
  }

  @Test
  void logsWithoutWarmUpsHaveNone() throws IOException {
    append(first, "10:00:00,000 INFO  [a] b.C: compaction offloaded: cj-00ff table=t region=r\n");

    WarmupLog.State state = log.read();

    assertThat(state.started()).isZero();
    assertThat(state.lastEnd()).isEmpty();
  }

  @Test
  void missingLogIsAnEmptyOne() throws IOException {
    Files.delete(second);

    assertThat(log.read().started()).isZero();
  }

  @Test
  void readFollowsWarmUpsOfOneTableInAllLogs() throws IOException {
    append(first, started("10:00:00,000", "cj-01", OF_T));
    append(second, started("10:00:00,500", "wu-02", OF_T));
    append(second, started("10:00:00,600", "cj-03", " table=t2 region=r family=f"));
    append(second, started("10:00:00,700", "cj-04", " table=ns:t region=r family=f"));
    assertThat(log.read().running()).isEqualTo(2);

    append(first, "10:00:09,250 INFO  [a] b.C: warm-up completed: cj-01" + OF_T + " ms=9250\n");
    append(second, "10:00:08,000 INFO  [a] b.C: warm-up completed: wu-02 ms=7500 hdfsBytes=1\n");
    append(second, "10:00:30,000 INFO  [a] b.C: warm-up completed: cj-03 ms=29400\n");
    WarmupLog.State state = log.read();

    assertThat(state.running()).isZero();
    assertThat(state.completed()).isEqualTo(2);
    assertThat(state.endedEarly()).isEmpty();
    assertThat(state.lastEnd()).contains(Instant.parse("2026-01-02T10:00:09.250Z"));
  }

  @Test
  void readCountsEarlyEndsByReason() throws IOException {
    append(first, started("10:00:00,000", "cj-01", OF_T));
    append(first, started("10:00:00,000", "cj-02", OF_T));
    append(first, "10:00:01,000 INFO  [a] b.C: warm-up ended: cj-01" + OF_T + " reason=deadline\n");
    append(first, "10:00:02,000 INFO  [a] b.C: warm-up ended: cj-02 reason=the region closes\n");

    WarmupLog.State state = log.read();

    assertThat(state.endedEarly()).isEqualTo(Map.of("deadline", 1, "the region closes", 1));
    assertThat(state.ended()).isEqualTo(2);
    assertThat(state.completed()).isZero();
  }

  @Test
  void differenceCountsTheWarmUpsSinceAnEarlierState() throws IOException {
    append(first, started("10:00:00,000", "cj-01", OF_T));
    append(first, started("10:00:00,000", "cj-02", OF_T));
    append(first, "10:00:01,000 INFO  [a] b.C: warm-up completed: cj-01" + OF_T + " ms=1\n");
    append(first, "10:00:02,000 INFO  [a] b.C: warm-up ended: cj-02 reason=deadline\n");
    WarmupLog.State earlier = log.read();
    append(second, started("10:00:03,000", "cj-03", OF_T));
    append(second, started("10:00:03,000", "cj-04", OF_T));
    append(second, "10:00:04,000 INFO  [a] b.C: warm-up completed: cj-03" + OF_T + " ms=1\n");

    WarmupLog.State later = log.read().since(earlier);

    assertThat(later.running()).isEqualTo(1);
    assertThat(later.completed()).isEqualTo(1);
    assertThat(later.endedEarly()).isEmpty();
    assertThat(later.started()).isEqualTo(2);
    assertThat(later.lastEnd()).contains(Instant.parse("2026-01-02T10:00:04Z"));
  }

  @Test
  void splitLineIsReadOnce() throws IOException {
    String line = started("10:00:00,000", "cj-01", OF_T);
    append(first, line.substring(0, 40));
    assertThat(log.read().started()).isZero();

    write(first, line.substring(40));
    assertThat(log.read().started()).isEqualTo(1);
    assertThat(log.read().started()).isEqualTo(1);
  }

  @Test
  void longLinesAndLogsDoNotHideWarmUps() throws IOException {
    write(first, "é".repeat(100_000) + "\n");
    for (int i = 0; i < 3_000; i++) {
      append(first, started("10:00:00,000", "cj-" + i, OF_T));
    }

    assertThat(log.read().running()).isEqualTo(3_000);
  }

  private static String started(String time, String id, String details) {
    return time + " INFO  [a] b.C: warm-up started: " + id + details + " bytes=1\n";
  }

  private static void append(Path file, String line) throws IOException {
    write(file, DAY + line);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }
}
