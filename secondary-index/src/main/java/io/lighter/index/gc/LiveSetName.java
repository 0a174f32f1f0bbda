// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a live set's file, in the folder of its region. HBase takes no hidden file there for
 * a family. The name has what is needed to choose among sets without opening them.
 *
 * @param index name of the index
 * @param sequenceId F
 * @param overwritten cells that the compaction read and did not write: many mean much to collect
 * @param seed seed of the set's hashes, another one for each set
 */
record LiveSetName(String index, long sequenceId, long overwritten, int seed) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\.lighter-live\\.([A-Za-z0-9_-]{1,32})\\.([0-9]{1,18})\\.([0-9]{1,18})\\.([0-9a-f]{8})");

  /** The file's name. */
  String text() {
    return String.format(
        Locale.ROOT, ".lighter-live.%s.%d.%d.%08x", index, sequenceId, overwritten, seed);
  }

  /** Reads a file's name; empty if the file is no live set. */
  static Optional<LiveSetName> parse(String name) {
    Matcher parts = FORM.matcher(name);
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new LiveSetName(
            parts.group(1),
            Long.parseLong(parts.group(2)),
            Long.parseLong(parts.group(3)),
            Integer.parseUnsignedInt(parts.group(4), 16)));
  }
}
