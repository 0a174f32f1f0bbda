// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The twelve consistency conditions of clause 3.3.2, over all rows. {@link
 * io.lighter.tpcc.check.ConsistencyChecker} reads the history first. Then it reads orders, new
 * orders and order lines side by side for each district, with memory for one number per customer
 * and none per order. Warehouses are checked in parallel; their threads share {@link
 * io.lighter.tpcc.check.Findings}.
 */
package io.lighter.tpcc.check;
