// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.RandomIds;

/**
 * Names a round of collection in log lines and reports. Immutable.
 *
 * @param value {@code cr-} and 20 lower-case hexadecimal digits
 */
record CollectionRoundId(String value) {
  /** A new id. */
  static CollectionRoundId random() {
    return new CollectionRoundId(RandomIds.with("cr-"));
  }

  @Override
  public String toString() {
    return value;
  }
}
