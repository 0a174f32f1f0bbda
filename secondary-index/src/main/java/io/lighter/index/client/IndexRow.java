// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

/**
 * A row of an index table.
 *
 * @param row its key
 * @param stamp timestamp of its newest cell
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, not compared
record IndexRow(byte[] row, long stamp) {}
