// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.apache.hadoop.fs.StorageType.ARCHIVE;
import static org.apache.hadoop.fs.StorageType.DISK;
import static org.apache.hadoop.fs.StorageType.SSD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class TierReportTest {
  @Test
  void replicaIsMisplacedIfItsTypeIsNotAskedForSoOften() {
    assertThat(TierReport.misplaced(List.of(SSD, SSD), List.of(SSD, SSD))).isZero();
    assertThat(TierReport.misplaced(List.of(DISK, SSD), List.of(SSD, DISK))).isZero();
    assertThat(TierReport.misplaced(List.of(SSD, SSD), List.of(SSD, DISK))).isOne();
    assertThat(TierReport.misplaced(List.of(DISK, ARCHIVE), List.of(SSD, SSD))).isEqualTo(2);
    assertThat(TierReport.misplaced(List.of(SSD), List.of(SSD, SSD)))
        .as("a missing replica is nowhere")
        .isZero();
  }

  @Test
  void runWithoutASpillOrASlowTierShowsTooLittle() {
    assertThat(report(0, 0).shortfall(5)).contains(TierReport.NO_SPILL);
    assertThat(report(1, 0).shortfall(5)).isEmpty();
    assertThat(report(0, 1).shortfall(5)).isEmpty();
    assertThat(report(1, 1).shortfall(0)).contains(TierReport.NO_SLOW_TIER);
  }

  @Test
  void countsAreInTheTextAndAddedToTheJson() {
    TierReport report = new TierReport(1, 2, 3, 4, 600, 5);
    JsonObject json = JsonParser.parseString(report.addTo("{\"violations\": 0}")).getAsJsonObject();

    assertThat(report.toText())
        .contains("1 flushes and 2 merges spilled", "3 compactions failed", "5 of 600 bytes");
    assertThat(json.keySet())
        .containsExactlyInAnyOrder(
            "violations",
            "flush_spills",
            "merge_spills",
            "failed_compactions",
            "moved_blocks",
            "misplaced_bytes",
            "bytes");
    assertThat(json.get("merge_spills").getAsLong()).isEqualTo(2);
  }

  private static TierReport report(long flushSpills, long mergeSpills) {
    return new TierReport(flushSpills, mergeSpills, 0, 0, 1, 0);
  }
}
