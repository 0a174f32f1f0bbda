// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.wal.WatchedLog;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HBase's own logs, in a local folder. */
class FileLogTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final long WAIT_MS = 60_000;

  private final MultiVersionConcurrencyControl mvcc = new MultiVersionConcurrencyControl();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"asyncfs", "filesystem"})
  void entryIsPendingFromItsAppendToASync(String provider) throws Exception {
    WALFactory factory = factory(provider);
    try {
      WAL wal = factory.getWAL(region("a"));
      WatchedLog log = onlyLog(factory);
      assertThat(log.appended()).isLessThanOrEqualTo(log.synced());

      long first = append(wal, region("a"));
      long second = append(wal, region("a"));
      awaitAppended(log, second);
      assertThat(log.synced()).isLessThan(first);

      log.sync();
      assertThat(log.synced()).isGreaterThanOrEqualTo(second);
      assertThat(log.appended()).isLessThanOrEqualTo(log.synced());
    } finally {
      factory.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"asyncfs", "filesystem"})
  void logStaysTheSameWhenItRolls(String provider) throws Exception {
    WALFactory factory = factory(provider);
    try {
      WAL wal = factory.getWAL(region("a"));
      WatchedLog before = onlyLog(factory);
      awaitAppended(before, append(wal, region("a")));

      ((AbstractFSWAL<?>) wal).rollWriter(true);
      assertThat(onlyLog(factory)).isEqualTo(before);
      assertThat(before.appended()).as("a roll syncs").isLessThanOrEqualTo(before.synced());

      long next = append(wal, region("a"));
      awaitAppended(before, next);
      assertThat(before.synced()).isLessThan(next);
    } finally {
      factory.close();
    }
  }

  @Test
  void eachLogOfAMultiwalIsListedOnce() throws Exception {
    WALFactory factory = factory("multiwal");
    try {
      for (String table : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
        factory.getWAL(region(table));
      }

      List<WatchedLog> logs = FileLog.of(server(factory.getWALs()));

      assertThat(logs).hasSize(2).doesNotHaveDuplicates();
    } finally {
      factory.close();
    }
  }

  @Test
  void disabledLogIsLeftOut() throws Exception {
    Configuration conf = conf("asyncfs");
    conf.setBoolean("hbase.regionserver.hlog.enabled", false);
    WALFactory factory = new WALFactory(conf, "server,1,1");
    try {
      assertThat(factory.getWAL(region("a"))).isNotNull();

      assertThat(FileLog.of(server(factory.getWALs()))).isEmpty();
    } finally {
      factory.close();
    }
  }

  private WatchedLog onlyLog(WALFactory factory) throws IOException {
    List<WatchedLog> logs = FileLog.of(server(factory.getWALs()));
    assertThat(logs).hasSize(1);
    return logs.get(0);
  }

  private WALFactory factory(String provider) throws IOException {
    return new WALFactory(conf(provider), "server,1,1");
  }

  private Configuration conf(String provider) {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.HBASE_DIR, folder.toUri().toString());
    conf.set("fs.defaultFS", "file:///");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set(WALFactory.WAL_PROVIDER, provider);
    return conf;
  }

  private static RegionInfo region(String table) {
    return RegionInfoBuilder.newBuilder(TableName.valueOf(table)).build();
  }

  /** Appends without a sync, as a write with ASYNC_WAL does. */
  private long append(WAL wal, RegionInfo region) throws IOException {
    WALKeyImpl key = new WALKeyImpl(region.getEncodedNameAsBytes(), region.getTable(), 1L, mvcc);
    long number = wal.appendData(region, key, new WALEdit().add(new KeyValue(ROW, ROW, ROW, ROW)));
    mvcc.complete(key.getWriteEntry());
    return number;
  }

  /** The log's own thread appends. */
  private static void awaitAppended(WatchedLog log, long number) {
    Waiter.waitFor(new Configuration(false), WAIT_MS, 1, () -> log.appended() >= number);
  }

  private static RegionServerServices server(List<WAL> wals) {
    return (RegionServerServices)
        Proxy.newProxyInstance(
            RegionServerServices.class.getClassLoader(),
            new Class<?>[] {RegionServerServices.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getWALs")) {
                return wals;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
