// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

/**
 * What the indexed regions of a region server did since the first of them opened. Immutable.
 *
 * @param inserts entries that writes inserted
 * @param refusedBatches batches of writes that were refused: an index did not answer, or too many
 *     writes waited
 * @param removals superseded entries that were removed
 * @param removalsDropped rows whose superseded entries stay
 * @param removalQueue rows that wait for removal now
 * @param insertP99Ms 99 % of the batches since the last call took at most so long for their
 *     inserts, in milliseconds; 0 if there was none
 */
public record IndexActivity(
    long inserts,
    long refusedBatches,
    long removals,
    long removalsDropped,
    int removalQueue,
    long insertP99Ms) {}
