// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmupOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * The files of a route as a warm-up reads them, and their sizes at the beginning, when all are
 * open. Immutable and thread-safe.
 */
final class RoutedFiles {
  private final Route<HStoreFile> route;
  private final long outputBytes;
  private final long uncompressedOutputBytes;

  RoutedFiles(Route<HStoreFile> route) {
    this.route = route;
    this.outputBytes = Math.max(1, bytes(route.outputFiles()));
    this.uncompressedOutputBytes =
        route.outputFiles().stream()
            .mapToLong(file -> reader(file).getTrailer().getTotalUncompressedBytes())
            .sum();
  }

  /** The input files, whose blocks are evicted. */
  List<HFile.Reader> inputs() {
    return route.inputFiles().stream().map(RoutedFiles::reader).toList();
  }

  /**
   * The output files, whose blocks are cached.
   *
   * @param supplies chunks by file name; a file without any is read from HDFS
   */
  List<WarmupOutput> outputs(Map<String, ChunkSupply> supplies) {
    List<WarmupOutput> outputs = new ArrayList<>();
    for (HStoreFile file : route.outputFiles()) {
      outputs.add(
          new WarmupOutput(
              reader(file), supplies.getOrDefault(file.getPath().getName(), ChunkSupply.NONE)));
    }
    return outputs;
  }

  /** Bytes of the output files on disk, at least 1. */
  long outputBytes() {
    return outputBytes;
  }

  long uncompressedOutputBytes() {
    return uncompressedOutputBytes;
  }

  /** Bytes of files on disk. */
  static long bytes(Iterable<HStoreFile> files) {
    long bytes = 0;
    for (HStoreFile file : files) {
      bytes += file.getReader().length();
    }
    return bytes;
  }

  private static HFile.Reader reader(HStoreFile file) {
    return file.getReader().getHFileReader();
  }
}
