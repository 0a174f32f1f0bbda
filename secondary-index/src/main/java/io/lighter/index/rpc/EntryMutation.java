// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import io.lighter.index.spec.IndexNames;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/** What inserts or removes an entry in an index table. */
public final class EntryMutation {
  private EntryMutation() {}

  /**
   * The put of an entry.
   *
   * @param row row in the index table
   */
  public static Mutation insert(byte[] row, long stamp) {
    return new Put(row)
        .addColumn(IndexNames.family(), IndexNames.qualifier(), stamp, HConstants.EMPTY_BYTE_ARRAY)
        .setPriority(IndexNames.PRIORITY)
        .setDurability(Durability.SYNC_WAL);
  }

  /**
   * The removal of all versions up to the stamp: a delete of one version would uncover older ones.
   *
   * @param row row in the index table
   */
  public static Mutation remove(byte[] row, long stamp) {
    return new Delete(row)
        .addColumns(IndexNames.family(), IndexNames.qualifier(), stamp)
        .setPriority(IndexNames.PRIORITY)
        .setDurability(Durability.SYNC_WAL);
  }
}
