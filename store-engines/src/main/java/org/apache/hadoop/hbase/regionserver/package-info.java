// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Lighter's engines as HBase sees them. {@link
 * org.apache.hadoop.hbase.regionserver.RangeStoreEngine} asks {@code io.lighter.engine.range} what
 * to do, {@link org.apache.hadoop.hbase.regionserver.ForestStoreEngine} asks {@code
 * io.lighter.engine.forest}. What both have in common is in {@link
 * org.apache.hadoop.hbase.regionserver.LayoutStoreEngine} and {@link
 * org.apache.hadoop.hbase.regionserver.LayoutFileManager}. In HBase's package because HBase's base
 * classes are package-private. HBase's store lock guards changes of files; reads see an immutable
 * snapshot.
 *
 * <p>A compaction runs by a plan that is data ({@code CompactionPlan.Ranges}, {@code Trees}), on
 * the region server or, with the same compactor, on a compaction server. After a commit the next
 * compaction is asked for ({@link org.apache.hadoop.hbase.regionserver.CompactionChain}).
 *
 * <p>{@link org.apache.hadoop.hbase.regionserver.TieredStoreEngine} asks {@code
 * io.lighter.engine.tiered}. It extends HBase's date-tiered engine, and its plans are of that
 * engine ({@code CompactionPlan.DateTiered}) with one window. With several tiers, a flush goes to a
 * slower tier if the faster one is full ({@link
 * org.apache.hadoop.hbase.regionserver.TieredStoreFlusher}), and a merge goes to another one ({@link
 * org.apache.hadoop.hbase.regionserver.TieredCompactionContext}).
 *
 * <p>Files of a forest are {@link org.apache.hadoop.hbase.regionserver.ForestStoreFile}s. Their
 * scanners read nothing before a scan reaches the file's first row.
 */
package org.apache.hadoop.hbase.regionserver;
