// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.isolation.DiskLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskUseTest {
  private static final String BYTES =
      """
      254:0 Read 8192
      254:0 Write 1000
      254:0 Sync 9192
      254:0 Async 0
      254:0 Discard 0
      254:0 Total 9192
      7:0 Read 4096
      7:0 Write 512
      7:0 Total 4608
      Total 13800
      """;
  private static final String REQUESTS =
      """
      254:0 Read 2
      254:0 Write 1
      7:0 Read 1
      7:0 Write 4
      Total 8
      """;

  @TempDir private Path group;

  @Test
  void v1HasReadsAndWritesOfOneDevice() throws Exception {
    Files.writeString(group.resolve("blkio.throttle.io_service_bytes"), BYTES);
    assertThat(DiskUse.read(group, Optional.empty())).as("without requests").isEmpty();
    Files.writeString(group.resolve("blkio.throttle.io_serviced"), REQUESTS);

    assertThat(DiskUse.read(group, Optional.of("7:0"))).contains(new DiskUse(4_096, 512, 1));
    assertThat(DiskUse.read(group, Optional.empty())).contains(new DiskUse(12_288, 1_512, 3));
  }

  @Test
  void v2HasReadsAndWritesOfOneDevice() throws Exception {
    Files.writeString(
        group.resolve("io.stat"),
        """
        7:0 rbytes=4096 wbytes=512 rios=1 wios=4 dbytes=0 dios=0
        7:01 rbytes=9 wbytes=9 rios=9 wios=9 dbytes=9 dios=9
        """);

    assertThat(DiskUse.read(group, Optional.of("7:0"))).contains(new DiskUse(4_096, 512, 1));
  }

  @Test
  void diskIsAtItsLimitUntilTheExcessHasPassed() {
    DiskQueue queue = new DiskQueue(new DiskLimits(30, 25_000_000));

    // 100 ms have room for 2.5 MB and three reads
    assertThat(List.of(at(queue, 1_000_000, 2), at(queue, 6_000_000, 2), at(queue, 0, 0)))
        .containsExactly(false, true, true);
    assertThat(at(queue, 0, 0)).as("1 of 6 MB left").isFalse();
    assertThat(at(queue, 0, 3)).as("reads").isTrue();
    assertThat(queue.isAtLimit(new DiskUse(0, 2_300_000, 0), 0.1)).as("writes").isTrue();
  }

  @Test
  void readsAndWritesHaveLimitsOfTheirOwn() {
    DiskLimits limits = new DiskLimits(3_000, 100_000_000, 16_000_000);

    assertThat(at(new DiskQueue(limits), 8_000_000, 1)).isFalse();
    assertThat(at(new DiskQueue(limits), 9_500_000, 1)).isTrue();
    assertThat(new DiskQueue(limits).isAtLimit(new DiskUse(0, 1_500_000, 0), 0.1)).isTrue();
  }

  private static boolean at(DiskQueue queue, long readBytes, long reads) {
    return queue.isAtLimit(new DiskUse(readBytes, 0, reads), 0.1);
  }
}
