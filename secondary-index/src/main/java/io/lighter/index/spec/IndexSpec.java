// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

/**
 * The definition of an index. As text: {@code value f:city string}, {@code parts f:country string,
 * f:city string}, {@code split f:tags , string} or {@code qualifier f:tag_ string}, then maybe
 * {@code salt=16} and {@code cleanup=eager} or {@code cleanup=compaction}.
 *
 * @param name 1 to 32 letters, digits, {@code _} or {@code -}, see {@link IndexNames#nameProblem}
 * @param keys which keys a row has
 * @param saltBuckets number of ranges over which entries are spread by their row, 2 to 256; 0: one
 *     range, in the order of the keys
 * @param cleanup how superseded entries go away
 */
public record IndexSpec(String name, KeyExtractor keys, int saltBuckets, Cleanup cleanup) {
  /** The most salt buckets: the salt is one byte. */
  public static final int MOST_SALT_BUCKETS = 256;

  /** The least salt buckets that spread anything. */
  public static final int LEAST_SALT_BUCKETS = 2;

  public IndexSpec {
    if (saltBuckets != 0 && (saltBuckets < LEAST_SALT_BUCKETS || saltBuckets > MOST_SALT_BUCKETS)) {
      throw new IllegalArgumentException("salt buckets: " + saltBuckets);
    }
  }

  /**
   * Reads a definition.
   *
   * @throws IndexSpecException with all problems of name and text
   */
  public static IndexSpec parse(String name, String text) {
    return new SpecParser(name, text).parse();
  }

  /** The definition as {@link #parse} reads it, in one form for equal definitions. */
  public String text() {
    StringBuilder text = new StringBuilder(keys.text());
    if (saltBuckets > 0) {
      text.append(" salt=").append(saltBuckets);
    }
    return text.append(" cleanup=").append(cleanup.word()).toString();
  }
}
