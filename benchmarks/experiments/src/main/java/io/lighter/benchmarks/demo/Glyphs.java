// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.nio.charset.Charset;
import java.util.List;
import java.util.OptionalDouble;

/** Characters of rising height, for a line of text as a picture. */
enum Glyphs {
  BLOCKS("▁▂▃▄▅▆▇█"),

  /** For consoles whose character set lacks the blocks. */
  ASCII("_.-:=+*#");

  private final String levels;

  Glyphs(String levels) {
    this.levels = levels;
  }

  /** The best characters that {@code charset} can encode. */
  static Glyphs of(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode(BLOCKS.levels) ? BLOCKS : ASCII;
  }

  /** The character set of standard output. */
  static Charset console() {
    // The first property exists since Java 19, the second one before, for terminals only.
    for (String property : List.of("stdout.encoding", "sun.stdout.encoding")) {
      String name = System.getProperty(property);
      if (name != null && Charset.isSupported(name)) {
        return Charset.forName(name);
      }
    }
    return Charset.defaultCharset();
  }

  char lowest() {
    return levels.charAt(0);
  }

  char highest() {
    return levels.charAt(levels.length() - 1);
  }

  /** One character for each value; a blank where there is none. */
  String line(List<OptionalDouble> values, Scale scale) {
    StringBuilder line = new StringBuilder();
    for (OptionalDouble value : values) {
      line.append(
          value.isEmpty() ? ' ' : levels.charAt(scale.level(value.getAsDouble(), levels.length())));
    }
    return line.toString();
  }
}
