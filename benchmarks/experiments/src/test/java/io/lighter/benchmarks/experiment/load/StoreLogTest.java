// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreLogTest {
  private static final String REGION = "8086e0730472203812371d9d84c24e23";
  private static final String OTHER = "ffffffffffffffffffffffffffffffff";
  private static final String FOLDER = "hdfs://localhost:1/hbase/data/default/range_load/";

  @Test
  void flushesAreOfTheRegionWithTheirTimesAndSizes() {
    StoreLog log =
        log(flush("03:04:05,250", REGION, "28.9 M"), flush("03:04:06,000", OTHER, "1.0 M"));

    assertThat(log.flushes())
        .containsExactly(new StoreLog.Flush(at("03:04:05.250"), Math.round(28.9 * (1 << 20))));
    assertThat(log.compactions()).isEmpty();
  }

  @Test
  void sizesHaveAnyUnitOrNone() {
    StoreLog log =
        log(
            flush("03:04:05,000", REGION, "532"),
            flush("03:04:06,000", REGION, "2 K"),
            flush("03:04:07,000", REGION, "1.5 G"));

    assertThat(log.flushes())
        .extracting(StoreLog.Flush::bytes)
        .containsExactly(532L, 2_048L, 3L << 29);
    assertThat(log.flushedBytes(at("03:04:06.000"))).isEqualTo(532 + 2_048);
  }

  @Test
  void compactionsOfTwoThreadsAreToldApart() {
    StoreLog log =
        log(
            start("03:04:01,000", "short-0", "4 M"),
            start("03:04:02,000", "long-0", "8 M"),
            end("03:04:03,000", "long-0", "3 (all)", "a(size=2 M), b(size=1 M)"),
            end("03:04:05,000", "short-0", "2", "c(size=3 M)"));

    assertThat(log.compactions())
        .containsExactly(
            new StoreLog.Compaction(
                at("03:04:02.000"), at("03:04:03.000"), 3, 8L << 20, 2, 3L << 20),
            new StoreLog.Compaction(
                at("03:04:01.000"), at("03:04:05.000"), 2, 4L << 20, 1, 3L << 20));
    assertThat(log.largestCompaction()).isEqualTo(11L << 20);
    assertThat(log.compactedBytes()).isEqualTo(6L << 20);
  }

  @Test
  void compactionWithoutItsStartOrItsEndDoesNotCount() {
    StoreLog log =
        log(
            end("03:04:01,000", "short-0", "2", "c(size=3 M)"),
            start("03:04:02,000", "short-0", "4 M"));

    assertThat(log.compactions()).isEmpty();
  }

  @Test
  void filesAreThoseOfFlushesWithInputsReplacedByOutputs() {
    StoreLog log =
        log(
            flush("03:04:01,000", REGION, "1 M"),
            flush("03:04:02,000", REGION, "1 M"),
            flush("03:04:03,000", REGION, "1 M"),
            start("03:04:03,100", "short-0", "3 M"),
            end("03:04:04,000", "short-0", "3 (all)", "a(size=1 M), b(size=2 M)"));

    assertThat(log.files(at("03:04:00.000"))).isZero();
    assertThat(log.files(at("03:04:03.500"))).isEqualTo(3);
    assertThat(log.files(Instant.MAX)).isEqualTo(2);
  }

  @Test
  void offloadedCompactionsAreCounted() {
    StoreLog log =
        log(
            "2026-01-02 03:04:06,500 INFO  [x] offload.StoreOffload: compaction offloaded: cj-1"
                + " table=t region="
                + REGION
                + " family=f server=s bytes=1 ms=2");

    assertThat(log.offloaded()).isEqualTo(1);
  }

  private static StoreLog log(String... lines) {
    return StoreLog.of(List.of(lines), REGION, ZoneOffset.UTC);
  }

  private static Instant at(String time) {
    return Instant.parse("2026-01-02T%sZ".formatted(time));
  }

  private static String flush(String time, String region, String size) {
    return ("2026-01-02 %s INFO  [RS_FLUSH_OPERATIONS-regionserver/127.0.0.2:0-0]"
            + " regionserver.HStore: Added %s%s/f/aa3d, entries=20, sequenceid=26, filesize=%s")
        .formatted(time, FOLDER, region, size);
  }

  private static String start(String time, String thread, String size) {
    return ("2026-01-02 %1$s INFO  [%2$s] regionserver.HStore: Starting compaction of"
            + " [%3$s%4$s/f/a, %3$s%4$s/f/b] into tmpdir=%3$s%4$s/.tmp, totalSize=%5$s")
        .formatted(time, thread, FOLDER, REGION, size);
  }

  private static String end(String time, String thread, String inputs, String outputs) {
    return ("2026-01-02 %1$s INFO  [%2$s] regionserver.HStore: Completed compaction of %3$s file(s)"
            + " in %4$s/f of %4$s into %5$s, total size for store is 9.0 M. This selection was in"
            + " queue for 0sec, and took 20sec to execute.")
        .formatted(time, thread, inputs, REGION, outputs);
  }
}
