package io.lighter.testing.check;

import java.util.List;

/**
 * What a reader of all versions sees of a row, in each family: the versions of each column, the
 * newest first; none if the column is absent.
 */
record RowState(List<Integer> a, List<Integer> b) {
  /** As many versions as the table keeps. */
  static final int MAX_VERSIONS = 3;

  RowState {
    a = List.copyOf(a);
    b = List.copyOf(b);
  }

  /**
   * The versions of a column that a reader sees.
   *
   * @param depth how many the reader asks for
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
