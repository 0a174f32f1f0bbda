// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The indexes of a checked table. */
public enum CheckedIndex {
  /** A string, which appends change. */
  CITY("city", "value %s:city string"),
  /**
   * A number of eight bytes, which increments change; in several salt buckets. Only compactions
   * remove its entries.
   */
  COUNT("count", "value %s:count long salt=3 cleanup=compaction"),
  /** Several keys in one value. */
  TAGS("tags", "split %s:tags , string");

  /** Qualifiers of all indexed columns. */
  public static final List<String> COLUMNS = List.of(CITY.column(), COUNT.column(), TAGS.column());

  /** Separates the keys of {@link #TAGS}. */
  public static final String DELIMITER = ",";

  private static final List<CheckedIndex> ALL = List.of(values());

  private final String column;
  private final String definition;

  CheckedIndex(String column, String definition) {
    this.column = column;
    this.definition = definition;
  }

  /** A random index. */
  public static CheckedIndex any(RandomGenerator random) {
    return ALL.get(random.nextInt(ALL.size()));
  }

  /** Qualifier of the indexed column. */
  public String column() {
    return column;
  }

  /** Name of the index. */
  public String indexName() {
    return column;
  }

  /** Text of the index's definition for a column family. */
  public String definition(String family) {
    return definition.formatted(family);
  }

  /** Order of the keys; keys of {@link #COUNT} are decimal numbers. */
  public Comparator<String> order() {
    return switch (this) {
      case CITY, TAGS -> Comparator.naturalOrder();
      case COUNT -> Comparator.comparingLong(Long::parseLong);
    };
  }

  /** The keys of a column's value. */
  public Set<String> keysOf(String value) {
    return switch (this) {
      case CITY, COUNT -> Set.of(value);
      case TAGS -> Set.copyOf(List.of(value.split(DELIMITER, -1)));
    };
  }

  /** The lookup of one key. */
  public KeySpan exact(String key) {
    return new KeySpan(key, key, order());
  }

  /** The lookup of all keys between two, both included, in either order. */
  public KeySpan between(String one, String other) {
    return order().compare(one, other) <= 0
        ? new KeySpan(one, other, order())
        : new KeySpan(other, one, order());
  }
}
