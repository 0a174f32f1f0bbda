// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The methods of the framework in a region of HBase: files after each flush and its merges. */
class FrameworkPoliciesTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FLUSHES = 20;
  private static final int VALUE_BYTES = 40 << 10;

  /** A little above a flushed file with its index. */
  private static final String UNIT = "46KB";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void steppedMergeOfFourHasEightFilesAtMost() throws IOException {
    List<Integer> files = filesAfterEachFlush(SteppedMergePolicy.class);

    assertThat(files).containsExactly(1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 7, 5, 6, 7, 8);
  }

  @Test
  void geometricOfTwoCountsInBinary() throws IOException {
    List<Integer> files = filesAfterEachFlush(GeometricPolicy.class);

    List<Integer> digits = new ArrayList<>();
    for (int flush = 1; flush <= FLUSHES; flush++) {
      digits.add(Integer.bitCount(flush));
    }
    assertThat(files).isEqualTo(digits);
  }

  @Test
  void geometricOfTwoFilesHasTwoAtMost() throws IOException {
    conf.setInt("lighter.policy.p", 2);

    assertThat(Collections.max(filesAfterEachFlush(GeometricPolicy.class))).isEqualTo(2);
  }

  /** The setting of HBase that equals Rmerge, beside the rule itself (p = 1). */
  @Test
  void ratioWithoutALimitIsRmerge() throws IOException {
    conf.setInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 2);
    conf.setFloat(CompactionConfiguration.HBASE_HSTORE_COMPACTION_RATIO_KEY, 1e9f);
    List<Integer> settings = filesAfterEachFlush(ExploringCompactionPolicy.class);
    close();
    conf.setInt("lighter.policy.p", 1);

    assertThat(settings)
        .isEqualTo(filesAfterEachFlush(GeometricPolicy.class))
        .isEqualTo(Collections.nCopies(FLUSHES, 1));
  }

  /** The files stay below the number at which flushes wait. */
  @Test
  void levelsWithTooManyFilesDoNotDelayFlushes() throws IOException {
    conf.set("lighter.policy.k", "32");

    assertThat(Collections.max(filesAfterEachFlush(SteppedMergePolicy.class))).isLessThan(16);
  }

  @Test
  void compactingFilesAreLeftOut() throws IOException {
    create(SteppedMergePolicy.class);
    for (int file = 0; file < 5; file++) {
      flush(file);
    }
    HStore store = region.getStore(FAMILY);
    CompactionContext first = request(store).orElseThrow();
    assertThat(first.getRequest().getFiles()).hasSize(4);

    assertThat(store.needsCompaction()).isFalse();
    for (int file = 5; file < 9; file++) {
      flush(file);
    }
    assertThat(store.needsCompaction()).isTrue();
    assertThat(request(store).orElseThrow().getRequest().getFiles())
        .hasSize(4)
        .doesNotContainAnyElementsOf(first.getRequest().getFiles());
  }

  private List<Integer> filesAfterEachFlush(Class<?> policy) throws IOException {
    create(policy);
    HStore store = region.getStore(FAMILY);
    List<Integer> files = new ArrayList<>();
    for (int flush = 0; flush < FLUSHES; flush++) {
      flush(flush);
      while (store.needsCompaction()) {
        Optional<CompactionContext> next = request(store);
        if (next.isEmpty()) {
          break; // HBase's policies only estimate whether there is one
        }
        region.compact(next.get(), store, NoLimitThroughputController.INSTANCE);
      }
      files.add(store.getStorefilesCount());
    }
    return files;
  }

  private static Optional<CompactionContext> request(HStore store) throws IOException {
    return store.requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null);
  }

  private void create(Class<?> policy) throws IOException {
    conf.set(DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, policy.getName());
    if (conf.get("lighter.policy.unit") == null) {
      conf.set("lighter.policy.unit", UNIT);
    }
    TableName name = TableName.valueOf(policy.getSimpleName());
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            new Path(util.getDataTestDir(), name.getNameAsString()),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
  }

  private void flush(int row) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    new Random(row).nextBytes(value);
    region.put(
        new Put(Bytes.toBytes("row%03d".formatted(row)))
            .setDurability(Durability.SKIP_WAL)
            .addColumn(FAMILY, FAMILY, value));
    region.flush(true);
  }
}
