// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/** The key of a customer in an input. */
sealed interface CustomerKey {
  /** A customer number. */
  record Id(int number) implements CustomerKey {}

  /** A last name; of several customers it selects the middle one by first name. */
  record LastName(String name) implements CustomerKey {}
}
