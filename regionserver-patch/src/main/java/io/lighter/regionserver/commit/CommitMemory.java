// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import java.io.IOException;

/**
 * The memstore of a region with one family, and its flushes. Implementations are thread-safe.
 *
 * <p>Writes go to the <i>active</i> part. A flush makes it the <i>snapshot</i>, while no write is
 * under way, and a new, empty part active. It does so only if no snapshot is left. The snapshot
 * goes when its cells are in a file that HBase finds after a crash.
 */
public interface CommitMemory {
  /**
   * A look at the memstore.
   *
   * @param active the part that is written to; compared by identity
   * @param isActiveEmpty whether it had no cell; looked at after {@code active}
   * @param isSnapshotEmpty whether there was no snapshot; looked at last
   */
  record Look(Object active, boolean isActiveEmpty, boolean isSnapshotEmpty) {}

  /** Looks at the memstore, without a lock of HBase's. */
  Look look();

  /**
   * Flushes the region.
   *
   * @return false if HBase did not try: another flush runs, or the region closes
   * @throws org.apache.hadoop.hbase.DroppedSnapshotException if HBase stops the region server
   */
  boolean flush() throws IOException;

  /** Whether the region is closed: its memory stays as it is. */
  boolean isClosed();

  /** Whether the store has more files than HBase flushes to without a wait for compactions. */
  boolean hasTooManyFiles();
}
