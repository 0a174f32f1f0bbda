// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmupOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * The files of a route as a warm-up reads them, and their sizes at the beginning, when all are
 * open. Immutable and thread-safe.
 */
final class RoutedFiles {
  private static final CellComparator ROWS = CellComparator.getInstance();

  private final Route<HStoreFile> route;
  private final long outputBytes;
  private final long uncompressedOutputBytes;

  /** First and last cell of the output files; empty if they have none. */
  private final Optional<Cell> first;

  private final Optional<Cell> last;

  RoutedFiles(Route<HStoreFile> route) {
    this.route = route;
    this.outputBytes = Math.max(1, bytes(route.outputFiles()));
    this.uncompressedOutputBytes =
        route.outputFiles().stream()
            .mapToLong(file -> reader(file).getTrailer().getTotalUncompressedBytes())
            .sum();
    this.first =
        route.outputFiles().stream()
            .flatMap(file -> file.getFirstKey().stream())
            .min(ROWS::compareRows);
    this.last =
        route.outputFiles().stream()
            .flatMap(file -> file.getLastKey().stream())
            .max(ROWS::compareRows);
  }

  /** Whether rows lie between the first and last rows of both routes' output files. */
  boolean sharesRowsWith(RoutedFiles other) {
    return isNotBehind(first, other.last) && isNotBehind(other.first, last);
  }

  private static boolean isNotBehind(Optional<Cell> first, Optional<Cell> last) {
    return first.isPresent() && last.isPresent() && ROWS.compareRows(first.get(), last.get()) <= 0;
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
