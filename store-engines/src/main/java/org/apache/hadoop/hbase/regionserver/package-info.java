// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The range engine as HBase sees it: {@link org.apache.hadoop.hbase.regionserver.RangeStoreEngine}
 * wires the parts, and each part asks {@code io.lighter.engine.range} what to do. In HBase's
 * package because HBase's base classes are package-private. HBase's store lock guards changes of
 * files; reads see an immutable snapshot.
 *
 * <p>The engine runs inside one region server. Offloading its compactions, warming its outputs by
 * range, metrics, and a thread that asks for the next compaction after a commit are not here yet.
 */
package org.apache.hadoop.hbase.regionserver;
