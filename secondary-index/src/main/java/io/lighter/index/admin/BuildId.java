// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * One build of an index, from the moment at which writes maintain it. The snapshot and the folder
 * of a build have its id in their names, so a build that was cut short finds them again.
 *
 * @param value {@code ib-} and 16 hexadecimal digits
 */
public record BuildId(String value) {
  private static final Pattern FORM = Pattern.compile("ib-[0-9a-f]{16}");

  public BuildId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "build '%s': expected 'ib-' and 16 hexadecimal digits".formatted(value));
    }
  }

  /** An id that no other build has. */
  static BuildId random() {
    return new BuildId("ib-%016x".formatted(ThreadLocalRandom.current().nextLong()));
  }

  /** The name of the snapshot of the data table. */
  public String snapshot() {
    return "lighter-index-" + value;
  }

  @Override
  public String toString() {
    return value;
  }
}
