// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Where the blocks of a store's files are, and where the files' tiers want them.
 *
 * <p>A file is <em>misplaced</em> as far as replicas of its blocks are on other storage types than
 * the storage policy of its tier asks for.
 *
 * <p>Start at {@link io.lighter.engine.placement.TierAudit}, which has the only thread. For each
 * {@link io.lighter.engine.placement.AuditedStore} it lists the family's folder and computes a
 * {@link io.lighter.engine.placement.Placement}. All calls of the file system are in {@link
 * io.lighter.engine.placement.PolicyFileSystem}.
 *
 * <p>The package changes no file.
 */
package io.lighter.engine.placement;
