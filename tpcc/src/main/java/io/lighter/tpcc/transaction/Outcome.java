package io.lighter.tpcc.transaction;

/**
 * How a transaction ended that did not fail.
 *
 * @param rolledBack whether it was a New-Order with an unused item
 * @param skippedDeliveries districts in which a Delivery found nothing to deliver
 */
public record Outcome(boolean rolledBack, int skippedDeliveries) {
  static final Outcome DONE = new Outcome(false, 0);
  static final Outcome ROLLED_BACK = new Outcome(true, 0);
}
