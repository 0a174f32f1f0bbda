// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Where the blocks of a store's files are, where the files' tiers want them, and what is done about
 * a difference.
 *
 * <p>A file is <em>misplaced</em> as far as replicas of its blocks are on other storage types than
 * the storage policy of its tier asks for. To <em>settle</em> a file is to set that policy on the
 * file, and to ask HDFS to move the blocks if the table wants that.
 *
 * <p>Start at {@link io.lighter.engine.placement.TierAudit}, which has the only thread. For each
 * {@link io.lighter.engine.placement.AuditedStore} a {@link io.lighter.engine.placement.StoreAudit}
 * lists the family's folder, computes a {@link io.lighter.engine.placement.Placement}, and settles
 * the files. All calls of the file system are in {@link
 * io.lighter.engine.placement.PolicyFileSystem}. {@code lighter tiers show} reads a folder and
 * computes the placement of each file with the same classes.
 *
 * <p>The package decides nothing about merges, and moves no block.
 */
package io.lighter.engine.placement;
