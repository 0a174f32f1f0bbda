// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Rules that select the files of a compaction by their sizes alone: the methods with which the
 * range engine is compared (Margaritis and Anastasiadis, "Efficient Range-Based Storage Management
 * for Scalable Datastores"). HBase flushes first, so each method here writes the flushed bytes once
 * more than in the paper.
 *
 * <p>Start at {@link io.lighter.engine.policy.SizeRule}. The policies that HBase loads are in
 * {@code org.apache.hadoop.hbase.regionserver.compactions}. All classes are immutable. Nomerge and
 * Rmerge need no class: they are settings of HBase.
 */
package io.lighter.engine.policy;
