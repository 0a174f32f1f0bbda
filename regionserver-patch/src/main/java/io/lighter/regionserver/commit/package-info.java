// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Region-local transactions: snapshots, and commits that check what a transaction has read.
 *
 * <p>Start with {@link io.lighter.regionserver.commit.RegionTransactionEndpoint}, one per region of
 * a table that names it as a coprocessor. A <i>snapshot</i> is a read point of HBase's that an open
 * scanner <i>pins</i>: flushes and compactions keep what it shows. {@link
 * io.lighter.regionserver.commit.SnapshotPins} has the snapshots of a region, {@link
 * io.lighter.regionserver.commit.RegionCommit} makes the commits, and {@link
 * io.lighter.regionserver.commit.ServerTransactions} has what the regions of a region server share.
 * {@link io.lighter.regionserver.commit.FlushCommits} makes commits durable in a table whose
 * transactions are in no log.
 *
 * <p>The order of locks of a commit: the region's operation lock, the guard of commits, the rows in
 * HBase's order, and inside HBase the lock of updates. The monitors of {@code SnapshotPins} and
 * {@code FlushCommits} are held for no call of HBase that waits.
 *
 * <p>Handlers of HBase's RPC server run all calls. One timer of the region server ends old
 * snapshots, and a few threads flush for commits.
 *
 * <p>A transaction never has rows of two regions.
 */
package io.lighter.regionserver.commit;
