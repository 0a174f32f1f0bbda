package io.lighter.tpcc.transaction;

/** How an input names a customer of a district. */
sealed interface CustomerKey {
  /** By number. */
  record Id(int number) implements CustomerKey {}

  /** By last name; of several customers the one in the middle, by first name, is meant. */
  record LastName(String name) implements CustomerKey {}
}
