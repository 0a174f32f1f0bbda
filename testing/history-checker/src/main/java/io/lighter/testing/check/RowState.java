// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.List;

/**
 * The visible state of a row in each family: the versions of each column, newest first, and none
 * for an absent column.
 */
record RowState(List<Integer> a, List<Integer> b) {
  /** Number of versions that the table keeps. */
  static final int MAX_VERSIONS = 3;

  RowState {
    a = List.copyOf(a);
    b = List.copyOf(b);
  }

  /**
   * The versions of a column that a reader sees.
   *
   * @param depth number of requested versions
   */
  List<Integer> versions(Column column, int depth) {
    List<Integer> all =
        switch (column) {
          case A -> a;
          case B -> b;
        };
    return all.size() <= depth ? all : all.subList(0, depth);
  }
}
