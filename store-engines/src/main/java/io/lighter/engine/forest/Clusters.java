// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Overlaps of files by row, from the first to the last one of each file, both inclusive. Stateless.
 */
final class Clusters {
  /** By first row, then by age. */
  static final Comparator<ForestFile> BY_KEY =
      Comparator.comparing((ForestFile file) -> file.facts().first(), Bytes.BYTES_COMPARATOR)
          .thenComparing(ForestFile.OLDEST_FIRST);

  private Clusters() {}

  /**
   * Returns the connected components of the overlap graph, by key; a file that overlaps none is one
   * of its own. Files without a cell, and those with rows out of order, are left out. A file whose
   * rows are unknown overlaps each other one.
   */
  static List<List<ForestFile>> of(Collection<ForestFile> files) {
    List<ForestFile> byKey = files.stream().filter(ForestFile::hasCells).sorted(BY_KEY).toList();
    if (byKey.stream().anyMatch(file -> file.facts().isRowsUnknown())) {
      return List.of(byKey);
    }
    List<List<ForestFile>> clusters = new ArrayList<>();
    List<ForestFile> cluster = new ArrayList<>();
    byte[] last = null;
    for (ForestFile file : byKey) {
      if (!cluster.isEmpty() && Bytes.compareTo(file.facts().first(), last) > 0) {
        clusters.add(List.copyOf(cluster));
        cluster.clear();
      }
      last = cluster.isEmpty() ? file.facts().last() : later(last, file.facts().last());
      cluster.add(file);
    }
    if (!cluster.isEmpty()) {
      clusters.add(List.copyOf(cluster));
    }
    return List.copyOf(clusters);
  }

  private static byte[] later(byte[] a, byte[] b) {
    return Bytes.compareTo(a, b) >= 0 ? a : b;
  }

  /** Returns the most files that any row is in. A file whose rows are unknown may have each. */
  static int depth(Collection<ForestFile> files) {
    int unknown = 0;
    List<byte[]> firsts = new ArrayList<>();
    List<byte[]> lasts = new ArrayList<>();
    for (ForestFile file : files) {
      if (file.facts().isRowsUnknown()) {
        unknown++;
      } else if (!file.facts().isEmpty()) {
        firsts.add(file.facts().first());
        lasts.add(file.facts().last());
      }
    }
    firsts.sort(Bytes.BYTES_COMPARATOR);
    lasts.sort(Bytes.BYTES_COMPARATOR);
    int most = 0;
    int ended = 0;
    for (int begun = 1; begun <= firsts.size(); begun++) {
      while (Bytes.compareTo(lasts.get(ended), firsts.get(begun - 1)) < 0) {
        ended++;
      }
      most = Math.max(most, begun - ended);
    }
    return most + unknown;
  }
}
