// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether data nodes have loaded Hadoop's native library. Without it they neither drop what they
 * have read from the page cache (drop-behind) nor read ahead.
 */
final class NativeLibrary {
  /** A warning of Hadoop's {@code NativeCodeLoader}, once in each process. */
  private static final String NOT_LOADED = "Unable to load native-hadoop library";

  private NativeLibrary() {}

  /**
   * Whether all data nodes of a cluster have loaded the library, by their logs. Call it once data
   * nodes have served data, which loads the library.
   */
  static boolean isLoaded(LocalCluster cluster) throws IOException {
    List<ProcessName> apart =
        cluster.processNames().stream().filter(name -> name.role() == Role.DATA_NODE).toList();
    List<ProcessName> hosts = apart.isEmpty() ? List.of(ProcessName.base()) : apart;
    return isLoaded(hosts.stream().map(cluster::logFile).toList());
  }

  static boolean isLoaded(List<Path> logs) throws IOException {
    for (Path log : logs) {
      try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
        if (lines.anyMatch(line -> line.contains(NOT_LOADED))) {
          return false;
        }
      }
    }
    return true;
  }
}
