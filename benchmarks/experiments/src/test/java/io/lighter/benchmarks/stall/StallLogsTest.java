// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines are of OpenJDK 17.0.15 and of HBase 2.6.4. */
class StallLogsTest {
  private static final String COLLECTION =
      "[2026-11-27T09:22:24.139+0000][safepoint] Safepoint \"G1CollectForAllocation\", Time since"
          + " last: 297004209 ns, Reaching safepoint: 3091 ns, Cleanup: 81826 ns, At safepoint:"
          + " 7518727 ns, Total: 7603644 ns";
  private static final String DUMP =
      "[2026-11-27T09:22:24.375+0000][safepoint] Safepoint \"ThreadDump\", Time since last: 169217"
          + " ns, Reaching safepoint: 1236 ns, Cleanup: 1737 ns, At safepoint: 33041 ns, Total:"
          + " 36014 ns";
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  @TempDir private Path folder;

  @Test
  void safepointEndsAtTheTimeOfItsLine() {
    List<Delay> safepoints = safepoints(List.of(COLLECTION), Instant.EPOCH);

    assertThat(safepoints).hasSize(1);
    Delay collection = safepoints.get(0);
    assertThat(collection.cause()).isEqualTo(Cause.SAFEPOINT_CLIENT);
    assertThat(collection.source()).isEqualTo("client-1");
    assertThat(collection.detail()).isEqualTo("G1CollectForAllocation");
    assertThat(collection.to()).isEqualTo("2026-11-27T09:22:24.139Z");
    assertThat(collection.from()).isEqualTo(collection.to().minusNanos(7_603_644));
    assertThat(collection.ms()).isCloseTo(7.603644, within(1e-9));
  }

  @Test
  void earlierSafepointsAndOtherLinesAreSkipped() {
    List<String> lines =
        List.of(
            COLLECTION,
            "[2026-11-27T09:22:24.139+0000][safepoint,stats] Safepoint statistics",
            "[0.123s][safepoint] Safepoint \"Cleanup\", Total: 100 ns",
            COLLECTION.substring(0, 90),
            DUMP);

    assertThat(safepoints(lines, Instant.parse("2026-11-27T09:22:24.300Z")))
        .extracting(Delay::detail)
        .containsExactly("ThreadDump");
  }

  @Test
  void missingSafepointLogIsNoEmptyOne() throws Exception {
    Path none = folder.resolve("safepoints-1.log");

    assertThat(SafepointLog.read(none, Cause.SAFEPOINT_CLIENT, "client-1", Instant.EPOCH))
        .isEmpty();
  }

  @Test
  void overlappingSlowSyncsCountOnce() {
    List<String> lines =
        List.of(
            sync("02:49:38,466", 153),
            sync("02:49:38,472", 151),
            "2026-11-27 02:49:40,000 INFO  [main] regionserver.HRegionServer: Serving",
            sync("02:50:00,408", 137));

    List<Delay> syncs = WalSyncs.parse(lines, "region-server-1", StallLogsTest::time);

    assertThat(syncs).extracting(Delay::cause).containsOnly(Cause.WAL_SYNC);
    assertThat(syncs).extracting(Delay::ms).containsExactly(159.0, 137.0);
    assertThat(syncs.get(0).from()).isEqualTo("2026-11-27T02:49:38.313Z");
    assertThat(syncs.get(0).to()).isEqualTo("2026-11-27T02:49:38.472Z");
  }

  private static List<Delay> safepoints(List<String> lines, Instant since) {
    return SafepointLog.parse(lines, Cause.SAFEPOINT_CLIENT, "client-1", since);
  }

  private static String sync(String time, int ms) {
    return "2026-11-27 %s INFO  [AsyncFSWAL-0-hdfs://localhost:41185/hbase-prefix:localhost]"
            .formatted(time)
        + " wal.AbstractFSWAL: Slow sync cost: %d ms, current pipeline:".formatted(ms)
        + " [DatanodeInfoWithStorage[127.0.0.1:37309,DS-6f45f73b,DISK]]";
  }

  private static Instant time(String line) {
    return LocalDateTime.parse(line.substring(0, 23), LOG_TIME).toInstant(ZoneOffset.UTC);
  }
}
