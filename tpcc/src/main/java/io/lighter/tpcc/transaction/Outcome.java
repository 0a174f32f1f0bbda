// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/**
 * The outcome of a transaction that did not fail.
 *
 * @param rolledBack whether it was a New-Order with an unused item
 * @param skippedDeliveries districts without an order for a Delivery
 */
public record Outcome(boolean rolledBack, int skippedDeliveries) {
  static final Outcome DONE = new Outcome(false, 0);
  static final Outcome ROLLED_BACK = new Outcome(true, 0);
}
