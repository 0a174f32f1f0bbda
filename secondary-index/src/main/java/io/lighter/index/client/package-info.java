// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The client of secondary indexes. Start with {@link io.lighter.index.client.IndexedTable}, or with
 * {@link io.lighter.index.client.AsyncIndexedTable} where no thread may wait.
 *
 * <p>A <i>lookup</i> asks an index for the rows whose keys are in a {@link
 * io.lighter.index.client.KeyRange}. It reads <i>pages</i> of entries from the index table, fetches
 * their rows from the data table, and rechecks each row. An entry whose row has no key in the range
 * is <i>stale</i>; it is dropped and counted, and the region of the row is asked to remove it.
 * {@link io.lighter.index.client.IndexLookup} has the steps, and {@link
 * io.lighter.index.client.IndexTables} explains the <i>read gate</i> by which index tables refuse
 * lookups.
 *
 * <p>The package uses HBase's client only. It starts no threads: what does not run on the caller's
 * thread runs on those of HBase's client.
 */
package io.lighter.index.client;
