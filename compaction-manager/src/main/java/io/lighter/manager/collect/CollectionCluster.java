// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;

/**
 * What rounds ask of HBase. Each call has a deadline. Confined to one thread, except for the last
 * {@link #close}, which follows that thread's end.
 */
public interface CollectionCluster extends Closeable {
  /** The indexes with {@code cleanup=compaction}, in the order of their tables. */
  List<CollectedIndex> indexes() throws IOException;

  /** The names of a table's regions, in the order of their rows; replicas and parents left out. */
  List<byte[]> regions(TableName table) throws IOException;

  /**
   * What a region server says of a region.
   *
   * @throws org.apache.hadoop.hbase.UnknownRegionException if the region is gone
   */
  CompactionState state(byte[] region) throws IOException;

  /**
   * Asks for a major compaction of a family. HBase selects the files before the call returns, so
   * {@link #state} has {@code MAJOR} until the compaction has ended, unless nothing was selected.
   *
   * @throws org.apache.hadoop.hbase.UnknownRegionException if the region is gone
   */
  void majorCompact(byte[] region, byte[] family) throws IOException;

  /** Drops the connection, whose cluster may be gone. A later call opens another one. */
  @Override
  void close() throws IOException;
}
