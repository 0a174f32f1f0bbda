// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/** The class files of a jar. */
final class Classes {
  private static final String SUFFIX = ".class";

  private Classes() {}

  /** Entry names such as {@code io/lighter/A.class}. */
  static Set<String> entriesOf(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(Classes::isClass)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Whether an entry is a class that the JVM loads. */
  static boolean isClass(String entry) {
    return entry.endsWith(SUFFIX)
        && !entry.startsWith("META-INF/")
        && !entry.endsWith("package-info.class")
        && !entry.endsWith("module-info.class");
  }

  /** Converts {@code io/lighter/A.class} to {@code io.lighter.A}. */
  static String nameOf(String entry) {
    return entry.substring(0, entry.length() - SUFFIX.length()).replace('/', '.');
  }
}
