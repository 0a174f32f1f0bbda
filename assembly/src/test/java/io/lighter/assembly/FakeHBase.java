// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fake {@code HBASE_HOME}: links to HBase's jars of the build, and a site. */
final class FakeHBase {
  private FakeHBase() {}

  /** Creates {@code lib} and {@code conf} below a folder, and returns the folder. */
  static Path in(Path folder) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("lib"));
    Set<String> wanted;
    try (Stream<Path> bundled = Files.list(Launcher.HOME.resolve("lib/hbase"))) {
      wanted = bundled.map(jar -> jar.getFileName().toString()).collect(Collectors.toSet());
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (wanted.remove(jar.getFileName().toString())) {
        Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
      }
    }
    writeSite(Files.createDirectories(folder.resolve("conf")));
    return folder;
  }

  /** Writes the settings of every cluster. */
  static void writeSite(Path conf) throws IOException {
    Files.writeString(
        conf.resolve("hbase-site.xml"),
        "<configuration><property><name>hbase.rootdir</name><value>hdfs://namenode:8020/hbase"
            + "</value></property></configuration>");
  }
}
