// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of a row.
 *
 * @param mutations steps of each mutation; a reader sees all steps of a mutation or none, and the
 *     mutations in any order
 */
public record RowChange(List<List<Step>> mutations) {
  /** Most mutations of one change, since every subset of them may be seen. */
  public static final int MAX_MUTATIONS = 4;

  /** Checks and copies the mutations. */
  public RowChange {
    mutations = mutations.stream().map(List::copyOf).toList();
    if (mutations.isEmpty() || mutations.size() > MAX_MUTATIONS) {
      throw new IllegalArgumentException(
          "%d mutations: expected 1 to %d".formatted(mutations.size(), MAX_MUTATIONS));
    }
  }

  /** A change of one mutation. */
  public static RowChange of(Step... steps) {
    return new RowChange(List.of(List.of(steps)));
  }

  /** The steps of all mutations, in the order of the request. */
  List<Step> steps() {
    return mutations.stream().flatMap(List::stream).toList();
  }

  /** The steps of each subset of the mutations, from none to all. */
  List<List<Step>> subsets() {
    List<List<Step>> all = new ArrayList<>();
    for (int bits = 0; bits < 1 << mutations.size(); bits++) {
      List<Step> steps = new ArrayList<>();
      for (int i = 0; i < mutations.size(); i++) {
        if ((bits >> i & 1) == 1) {
          steps.addAll(mutations.get(i));
        }
      }
      all.add(steps);
    }
    return all;
  }
}
