// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.ClassPaths;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Identifies the build of Lighter that an experiment measures. */
public final class Build {
  private Build() {}

  /**
   * Checksum of the contents of Lighter's jars, the experiments' among them, in hexadecimal digits;
   * {@code none} where there are only class folders, as in tests. Builds are reproducible, so equal
   * sources have equal checksums.
   *
   * @throws IOException if a jar cannot be read
   */
  public static String checksum() throws IOException {
    ClassPaths paths = ClassPaths.ofThisInstallation();
    return checksum(List.of(paths.plugin(), paths.lighter()));
  }

  /** Checksum of the jars of class paths, each once. */
  static String checksum(List<String> classPaths) throws IOException {
    SortedSet<Path> jars =
        new TreeSet<>(
            Comparator.comparing((Path jar) -> jar.getFileName().toString())
                .thenComparing(Comparator.naturalOrder()));
    for (String classPath : classPaths) {
      for (String entry : classPath.split(File.pathSeparator, -1)) {
        jars.addAll(jars(entry));
      }
    }
    CRC32 sum = new CRC32();
    for (Path jar : jars) {
      sum.update(Files.readAllBytes(jar));
    }
    return jars.isEmpty() ? "none" : "%08x".formatted(sum.getValue());
  }

  /** Lighter's jars of one entry, which may end with the wildcard of class paths. */
  private static List<Path> jars(String entry) throws IOException {
    boolean all = entry.endsWith("/*");
    Path path = Path.of(all ? entry.substring(0, entry.length() - 1) : entry);
    if (all && Files.isDirectory(path)) {
      try (Stream<Path> files = Files.list(path)) {
        return files.filter(Build::isOurs).toList();
      }
    }
    return Files.isRegularFile(path) && isOurs(path) ? List.of(path) : List.of();
  }

  private static boolean isOurs(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("lighter-") && name.endsWith(".jar");
  }
}
