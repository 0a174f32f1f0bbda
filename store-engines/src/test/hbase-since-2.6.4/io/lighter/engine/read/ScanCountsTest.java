// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.addBlockReadOpsCount;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.addBytesReadFromBlockCache;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.addBytesReadFromFs;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.addFsReadTime;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.getBlockReadOpsCountAndReset;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.getBytesReadFromBlockCacheAndReset;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.getBytesReadFromFsAndReset;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.getBytesReadFromFsCounter;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.getFsReadTimeAndReset;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.isScanMetricsEnabled;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.reset;
import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.setScanMetricsEnabled;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScanCountsTest {
  /** HBase counts the time of all reads of a thread, also of those of other tests. */
  @BeforeEach
  @AfterEach
  void forget() {
    setScanMetricsEnabled(false);
    reset();
  }

  @Test
  void countsOfTheOtherThreadAreThoseOfTheRead() {
    setScanMetricsEnabled(true);
    addBytesReadFromFs(1);
    ScanCounts counts = new ScanCounts();
    CompletableFuture.runAsync(
            () -> {
              addBytesReadFromFs(10_000); // of nobody
              counts.record(ScanCountsTest::seek);
              assertThat(getBytesReadFromFsCounter()).hasValue(0);
              assertThat(isScanMetricsEnabled()).isFalse();
            })
        .join();
    counts.carry();
    assertThat(getBytesReadFromFsAndReset()).isEqualTo(101);
    assertThat(getBytesReadFromBlockCacheAndReset()).isEqualTo(20);
    assertThat(getBlockReadOpsCountAndReset()).isEqualTo(3);
    assertThat(getFsReadTimeAndReset()).isEqualTo(4);
  }

  private static void seek() {
    assertThat(isScanMetricsEnabled()).isTrue();
    addBytesReadFromFs(100);
    addBytesReadFromBlockCache(20);
    addBlockReadOpsCount(3);
    addFsReadTime(4);
  }

  @Test
  void readWithoutMetricsGetsNone() {
    ScanCounts counts = new ScanCounts();
    CompletableFuture.runAsync(
            () -> counts.record(() -> assertThat(isScanMetricsEnabled()).isFalse()))
        .join();
    counts.carry();
    assertThat(getBytesReadFromFsAndReset()).isZero();
  }
}
