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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    ScanCounts counts = new ScanCounts(false);
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
    ScanCounts counts = new ScanCounts(false);
    CompletableFuture.runAsync(
            () -> counts.record(() -> assertThat(isScanMetricsEnabled()).isFalse()))
        .join();
    counts.carry();
    assertThat(getBytesReadFromFsAndReset()).isZero();
  }

  /** A store asks whether its seeks read from files, though few scans want counts. */
  @Test
  void seekIsMeasuredThoughItsReadWantsNoMetrics() {
    ScanCounts counts = new ScanCounts(true);
    CompletableFuture.runAsync(() -> counts.record(ScanCountsTest::seek)).join();
    assertThat(counts.isFromFile()).isTrue();
    counts.carry();
    assertThat(getBytesReadFromFsAndReset()).isZero();

    ScanCounts cached = new ScanCounts(true);
    CompletableFuture.runAsync(() -> cached.record(() -> addBytesReadFromBlockCache(20))).join();
    assertThat(cached.isFromFile()).isFalse();
  }

  @Test
  void seekOfTheReadItselfIsMeasured() {
    assertThat(ThreadCounts.readsFile(ScanCountsTest::seek)).isTrue();
    assertThat(isScanMetricsEnabled()).isFalse();
    assertThat(ThreadCounts.readsFile(() -> addBytesReadFromBlockCache(20))).isFalse();
    assertThatThrownBy(() -> ThreadCounts.readsFile(ScanCountsTest::fail)).hasMessage("on purpose");
    assertThat(isScanMetricsEnabled()).isFalse();
  }

  @Test
  void measuredReadKeepsItsMetrics() {
    setScanMetricsEnabled(true);
    addBytesReadFromFs(1);
    assertThat(ThreadCounts.readsFile(ScanCountsTest::seek)).isTrue();
    assertThat(isScanMetricsEnabled()).isTrue();
    assertThat(getBytesReadFromFsAndReset()).isEqualTo(101);
    assertThat(getBlockReadOpsCountAndReset()).isEqualTo(3);
  }

  private static void fail() {
    throw new IllegalStateException("on purpose");
  }
}
