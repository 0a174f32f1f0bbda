// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Gives access to what HBase's write-ahead logs have appended and synced, which is visible in
 * HBase's package only. Makes no decisions; {@code io.lighter.regionserver.wal} does.
 */
package org.apache.hadoop.hbase.regionserver.wal;
