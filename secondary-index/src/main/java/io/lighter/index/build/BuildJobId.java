// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.RandomIds;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names one attempt to run a job of a build on a compaction server; it is in the log lines of both
 * sides. Immutable.
 *
 * @param value {@code bj-} and 20 lower-case hexadecimal digits
 */
public record BuildJobId(String value) {
  private static final Pattern SYNTAX = Pattern.compile("bj-[0-9a-f]{20}");

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
    return new BuildJobId(RandomIds.with("bj-"));
  }

  @Override
  public String toString() {
    return value;
  }
}
