// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.util.Bytes;

/** HBase, whose compactions end when a test says so. */
final class FakeCollectionCluster implements CollectionCluster {
  static final byte[] FAMILY = Bytes.toBytes("f");

  final List<CollectedIndex> indexes = new ArrayList<>();
  final Map<String, List<String>> regions = new LinkedHashMap<>();

  /** Regions whose major compaction runs. */
  final Set<String> compacting = new HashSet<>();

  /** Regions with a compaction that HBase started. */
  final Set<String> busy = new HashSet<>();

  /** Regions that move, so that calls for them fail. */
  final Set<String> moving = new HashSet<>();

  /** Regions that were split. */
  final Set<String> gone = new HashSet<>();

  /** Requests as region and family. */
  final List<String> requests = new ArrayList<>();

  boolean down;
  int readings;

  /** Adds an index of table {@code t} with its regions. */
  CollectedIndex addIndex(String data, String table, String... names) {
    CollectedIndex index = index(data, table, Optional.empty());
    indexes.add(index);
    regions.put(table, List.of(names));
    return index;
  }

  static CollectedIndex index(String data, String table, Optional<String> problem) {
    return new CollectedIndex(
        TableName.valueOf(data), FAMILY, TableName.valueOf(table), 0.2, problem);
  }

  @Override
  public List<CollectedIndex> indexes() throws IOException {
    requireUp();
    readings++;
    return List.copyOf(indexes);
  }

  @Override
  public List<byte[]> regions(TableName table) throws IOException {
    requireUp();
    return regions.get(table.getNameAsString()).stream().map(Bytes::toBytes).toList();
  }

  @Override
  public CompactionState state(byte[] region) throws IOException {
    requireUp();
    String name = Bytes.toString(region);
    if (gone.contains(name)) {
      throw new UnknownRegionException(name);
    }
    if (moving.contains(name)) {
      throw new IOException(name + " is not online");
    }
    if (compacting.contains(name)) {
      return CompactionState.MAJOR;
    }
    return busy.contains(name) ? CompactionState.MINOR : CompactionState.NONE;
  }

  @Override
  public void majorCompact(byte[] region, byte[] family) throws IOException {
    requireUp();
    requests.add(Bytes.toString(region) + "/" + Bytes.toString(family));
    compacting.add(Bytes.toString(region));
  }

  private void requireUp() throws IOException {
    if (down) {
      throw new IOException("no region server");
    }
  }

  @Override
  public void close() {}
}
