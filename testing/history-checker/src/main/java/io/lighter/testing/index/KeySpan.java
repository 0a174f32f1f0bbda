// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.Comparator;
import java.util.Optional;

/**
 * The keys that a lookup asks for.
 *
 * @param from first key
 * @param to last key, included; equal to {@code from} for one key
 * @param order order of the index
 */
public record KeySpan(String from, String to, Comparator<String> order) {
  /** Whether the lookup asks for one key. */
  public boolean isExact() {
    return from.equals(to);
  }

  /** Whether the key is asked for. */
  public boolean contains(String key) {
    return order.compare(from, key) <= 0 && order.compare(key, to) <= 0;
  }

  /** Whether a column with this value has a key that is asked for. */
  boolean meets(CheckedIndex index, Optional<String> value) {
    return value.isPresent() && index.keysOf(value.get()).stream().anyMatch(this::contains);
  }

  @Override
  public String toString() {
    return isExact() ? "'%s'".formatted(from) : "'%s' to '%s'".formatted(from, to);
  }
}
