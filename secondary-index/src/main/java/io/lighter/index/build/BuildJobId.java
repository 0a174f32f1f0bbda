// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names one attempt to run a job of a build on a compaction server; it is in the log lines of both
 * sides. Immutable.
 *
 * @param value {@code bj-} and 20 lower-case hexadecimal digits
 */
public record BuildJobId(String value) {
  private static final int RANDOM_BYTES = 10;
  private static final Pattern SYNTAX = Pattern.compile("bj-[0-9a-f]{20}");
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Reads an id.
   *
   * @throws IllegalArgumentException if the value is no id; the message does not quote it
   */
  public BuildJobId {
    Objects.requireNonNull(value, "value");
    if (!SYNTAX.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "not the id of a build's job: expected 'bj-' and 20 hexadecimal digits");
    }
  }

  /** An id that no other job has. */
  static BuildJobId random() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new BuildJobId("bj-" + HexFormat.of().formatHex(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
