/**
 * The twelve consistency conditions of clause 3.3.2, over all rows. {@link
 * io.lighter.tpcc.check.ConsistencyChecker} reads the history first, then district by district the
 * orders, new orders and order lines side by side, so that it holds one number for each customer
 * and nothing for each order. Warehouses are checked in parallel; {@link
 * io.lighter.tpcc.check.Findings} is what their threads share.
 */
package io.lighter.tpcc.check;
