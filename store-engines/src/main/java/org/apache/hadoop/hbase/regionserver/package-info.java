// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The range engine as HBase sees it: {@link org.apache.hadoop.hbase.regionserver.RangeStoreEngine}
 * wires the parts, and each part asks {@code io.lighter.engine.range} what to do. In HBase's
 * package because HBase's base classes are package-private. HBase's store lock guards changes of
 * files; reads see an immutable snapshot.
 *
 * <p>A compaction runs by a plan that is data ({@code CompactionPlan.Ranges}), on the region server
 * or, with the same compactor, on a compaction server. After a commit the next compaction is asked
 * for ({@link org.apache.hadoop.hbase.regionserver.CompactionChain}). Metrics are not here yet.
 */
package org.apache.hadoop.hbase.regionserver;
