// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/**
 * Input of clause 2.8.1.
 *
 * @param threshold level below which a stock is low
 */
record StockLevelInput(int warehouse, int district, int threshold) {}
