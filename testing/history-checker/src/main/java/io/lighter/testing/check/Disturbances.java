// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Records disturbances under which some reads of HBase are wrong. Every flush, move, split or merge
 * of a check is recorded in one of the two logs.
 *
 * <ul>
 *   <li>When a region is closed under a scan of HBase's <em>blocking client</em>, the client
 *       continues where the region opens, at the scan's original read point. Flushes and
 *       compactions in between did not know of the scan and may have dropped its cells, so rows are
 *       torn. Scans of the non-blocking client continue at a new read point.
 *   <li>When a store is flushed under a <em>reversed scan</em>, and the new file's first row is all
 *       newer than the scan, {@code StoreFileScanner.backwardSeek} finds nothing and leaves the
 *       scanner on a row that the scan has passed. {@code StoreScanner.reopenAfterFlush} uses that
 *       row as the top, and the next row is lost. (HBase 2.6.4; its log says {@code
 *       Storescanner.peek() is changed where before = <row>, and after = <higher row>}.)
 *   <li>When a region server dies and a client sends an <em>increment</em> again, the new server
 *       knows from the WAL that the increment was done, but not when ({@code
 *       ServerNonceManager.reportOperationFromWal} leaves the write point at 0). It answers with
 *       the state before the whole memstore: an old value or none.
 *   <li>When a region is <em>split</em>, the lower region reads the lower half of its parent's
 *       files until it is compacted. A seek beyond the last key of that half may stop at the first
 *       key of the next block, which is a row of the upper region ({@code
 *       HalfStoreFileReader.seekTo} does not compare that key with the split; seen in HBase 2.6.4).
 *       A scan that continues into the upper region shows such a row early and in part, at most one
 *       per file, and again in its place.
 *   <li>When a region server <em>resumes</em> after its session, it answers reads of reassigned
 *       regions until it notices, see {@link ServerReturns}. Its answers must show a state that was
 *       current when its absence began, or later, and are checked for that.
 * </ul>
 *
 * <p>All are in code of HBase outside of store engines.
 *
 * @param regionChanges closing and opening of regions
 * @param serverDeaths times at which a region server may have died; each counts as a region change,
 *     too
 * @param flushes of all stores, including those for bulk loads and snapshots
 * @param returns returns of region servers after their session
 * @param borders borders that splits have created
 * @param alterations held while a disturber changes the table's descriptor; fair
 */
record Disturbances(
    ActivityLog regionChanges,
    ActivityLog serverDeaths,
    ActivityLog flushes,
    ServerReturns returns,
    Borders borders,
    Lock alterations) {
  Disturbances(LongSupplier clock) {
    this(
        new ActivityLog(clock),
        new ActivityLog(clock),
        new ActivityLog(clock),
        new ServerReturns(clock),
        new Borders(),
        new ReentrantLock(true)); // or who alters often would starve others
  }

  /** Whether the answer to an increment sent at {@code start} is unreliable. */
  boolean invalidatesIncrement(long start) {
    return serverDeaths.anySince(start);
  }

  /** Whether further results of a scan that began at {@code start} are unreliable. */
  boolean invalidates(Scan scan, Scanning.Client client, long start) {
    boolean closed = regionChanges.anySince(start);
    return switch (client) {
      case BLOCKING -> closed || (scan.isReversed() && flushes.anySince(start));
      case NON_BLOCKING -> scan.isReversed() && (closed || flushes.anySince(start));
    };
  }
}
