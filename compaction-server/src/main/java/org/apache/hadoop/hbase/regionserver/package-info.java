// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Classes of the compaction server that need HBase's package-private members. Each overrides calls
 * of a compaction to its region and store; all other code is in {@code
 * io.lighter.server.compaction}.
 */
package org.apache.hadoop.hbase.regionserver;
