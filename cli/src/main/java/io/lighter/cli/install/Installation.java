// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folders and jars of this host.
 *
 * @param version Lighter's version
 * @param home the unpacked distribution; empty if run from elsewhere
 * @param hbaseHome {@code HBASE_HOME}; empty if the bundled jars are used
 * @param classPath HBase's: its configuration folders and jars, in order, without Lighter's own
 *     jars
 */
public record Installation(
    String version, Optional<Path> home, Optional<Path> hbaseHome, List<Path> classPath) {
  private static final String JAR = ".jar";
  private static final String PLUGIN_FOLDER = "lib/plugin";

  /** The store engine that region servers load. */
  public static final String ENGINE_CLASS =
      "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";

  public Installation {
    classPath = List.copyOf(classPath);
  }

  /**
   * The installation of this process.
   *
   * @param home system property {@code lighter.home}, or null
   * @param hbaseHome environment variable {@code HBASE_HOME}, or null
   * @param javaClassPath system property {@code java.class.path}
   */
  public static Installation of(
      String version, String home, String hbaseHome, String javaClassPath) {
    Optional<Path> homePath = path(home);
    List<Path> classPath =
        Arrays.stream(javaClassPath.split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(Path::of)
            .filter(
                entry ->
                    homePath.isEmpty()
                        || !entry.startsWith(homePath.get().resolve("lib"))
                        || entry.startsWith(homePath.get().resolve("lib/hbase")))
            .toList();
    return new Installation(version, homePath, path(hbaseHome), classPath);
  }

  private static Optional<Path> path(String name) {
    return Optional.ofNullable(name).filter(text -> !text.isEmpty()).map(Path::of);
  }

  /** Folders on the class path, which may contain site files. */
  public List<Path> confFolders() {
    return classPath.stream().filter(Files::isDirectory).toList();
  }

  /** Existing jars on the class path. */
  public List<Path> jars() {
    return classPath.stream()
        .filter(entry -> entry.toString().endsWith(JAR) && Files.isRegularFile(entry))
        .toList();
  }

  /**
   * The distribution's jar for region servers.
   *
   * @return empty if this is no distribution
   */
  public Optional<Path> pluginJar() throws IOException {
    if (home.isEmpty() || !Files.isDirectory(home.get().resolve(PLUGIN_FOLDER))) {
      return Optional.empty();
    }
    return jarsIn(home.get().resolve(PLUGIN_FOLDER)).stream().findFirst();
  }

  /** Jars directly in a folder, by name. */
  static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(JAR)).sorted().toList();
    }
  }
}
