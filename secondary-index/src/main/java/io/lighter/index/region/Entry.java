// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import org.apache.hadoop.hbase.TableName;

/**
 * An entry to insert or to remove.
 *
 * @param table the index's table
 * @param row row in that table
 * @param stamp stamp to insert with, or to remove up to
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, not compared
record Entry(TableName table, byte[] row, long stamp) {}
