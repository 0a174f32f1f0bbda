// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Writes puts and deletes of all kinds to a few rows, columns and timestamps, so that they overlap.
 * Writes directly to the region, since a client cannot write tags.
 */
final class RandomHistory {
  private static final byte SOME_TAG = 66;
  private static final int ROWS = 25;
  private static final int QUALIFIERS = 5;

  /** Distance of timestamps: a date-tiered store has them in several windows. */
  private static final long STEP_MS = 90_000;

  private static final int STEPS = 20;

  private final Random random;
  private final HRegion region;
  private final long now;
  private final boolean tagged;

  /** Visibility expressions to choose from; empty for a table without them. */
  private final List<String> visibilities;

  RandomHistory(Random random, HRegion region) {
    this(random, region, List.of());
  }

  /**
   * Creates a history whose cells and delete markers have visibility labels.
   *
   * @param visibilities expressions; an empty one stands for a cell without labels
   */
  RandomHistory(Random random, HRegion region, List<String> visibilities) {
    this.random = random;
    this.region = region;
    this.visibilities = visibilities;
    this.now = EnvironmentEdgeManager.currentTime();
    this.tagged = random.nextInt(3) > 0;
  }

  /** Writes to all families, then flushes each family. */
  void writeFile(int mutations) throws IOException {
    for (int i = 0; i < mutations; i++) {
      for (HStore store : region.getStores()) {
        mutate(store.getColumnFamilyDescriptor().getName());
      }
    }
    region.flush(true);
  }

  private void mutate(byte[] family) throws IOException {
    byte[] row = Bytes.toBytes("r%02d".formatted(random.nextInt(ROWS)));
    byte[] qualifier = Bytes.toBytes("q" + random.nextInt(QUALIFIERS));
    long timestamp = timestamp();
    switch (random.nextInt(12)) {
      case 0 -> delete(new Delete(row).addColumn(family, qualifier, timestamp));
      case 1 -> delete(new Delete(row).addColumns(family, qualifier, timestamp));
      case 2 -> delete(new Delete(row).addFamilyVersion(family, timestamp));
      case 3 -> {
        if (random.nextInt(3) == 0) {
          delete(new Delete(row).addFamily(family, timestamp));
        }
      }
      default -> {
        Put put = put(row, family, qualifier, timestamp);
        label(put);
        region.put(put);
      }
    }
  }

  /** Deletes all rows, of any age. */
  void deleteAll() throws IOException {
    for (int i = 0; i < ROWS; i++) {
      Delete delete = new Delete(Bytes.toBytes("r%02d".formatted(i)));
      for (HStore store : region.getStores()) {
        delete.addFamily(store.getColumnFamilyDescriptor().getName(), now + STEP_MS);
      }
      delete(delete);
    }
    region.flush(true);
  }

  /** Deletes without waiting for the log, since a flush follows soon. */
  private void delete(Delete delete) throws IOException {
    label(delete);
    region.delete(delete.setDurability(Durability.SKIP_WAL));
  }

  private void label(Mutation mutation) {
    if (!visibilities.isEmpty()) {
      String expression = visibilities.get(random.nextInt(visibilities.size()));
      if (!expression.isEmpty()) {
        mutation.setCellVisibility(new CellVisibility(expression));
      }
    }
  }

  /** Dates a store's files back: HBase drops the sequence ids in those older than five days. */
  static void makeOld(HStore store) throws IOException {
    long tenDaysAgo = EnvironmentEdgeManager.currentTime() - TimeUnit.DAYS.toMillis(10);
    for (HStoreFile file : store.getStorefiles()) {
      store.getFileSystem().setTimes(file.getPath(), tenDaysAgo, -1);
    }
  }

  /** A timestamp well within the families' time to live, or well past it. */
  private long timestamp() {
    long age = random.nextInt(STEPS) * STEP_MS;
    return random.nextInt(4) == 0 ? now - 2000L * RandomSchema.TTL_SECONDS - age : now - age;
  }

  private Put put(byte[] row, byte[] family, byte[] qualifier, long timestamp) throws IOException {
    byte[] value = new byte[random.nextInt(40)];
    random.nextBytes(value);
    KeyValue cell =
        new KeyValue(row, family, qualifier, timestamp, KeyValue.Type.Put, value, tags());
    return new Put(row).add(cell).setDurability(Durability.SKIP_WAL);
  }

  private List<Tag> tags() {
    List<Tag> tags = new ArrayList<>();
    if (tagged && random.nextBoolean()) {
      tags.add(new ArrayBackedTag(SOME_TAG, Bytes.toBytes("tag" + random.nextInt(5))));
    }
    if (tagged && random.nextInt(5) == 0) {
      long ttlMs = random.nextBoolean() ? 1 : 1000L * RandomSchema.TTL_SECONDS * 1000;
      tags.add(new ArrayBackedTag(TagType.TTL_TAG_TYPE, Bytes.toBytes(ttlMs)));
    }
    return tags;
  }
}
