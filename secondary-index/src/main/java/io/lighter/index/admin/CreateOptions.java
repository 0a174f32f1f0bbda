// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/**
 * Options of {@link IndexAdmin#create}.
 *
 * @param noCellAccessLists the caller states that no cell of the table has an access control list
 *     of its own, now or later; keys are readable for all who may read the index table
 */
public record CreateOptions(boolean noCellAccessLists) {
  /** What holds unless the caller says otherwise. */
  public static final CreateOptions DEFAULT = new CreateOptions(false);
}
