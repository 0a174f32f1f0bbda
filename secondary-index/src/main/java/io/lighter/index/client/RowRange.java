// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

/**
 * A range of index rows.
 *
 * @param start the first row
 * @param stop the row behind the last one; empty for the end of the table
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record RowRange(byte[] start, byte[] stop) {}
