// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows at which a cluster falls into smaller ones, once the few files that have rows on both sides
 * are cut there. Trees have no common fences where the keys of most writes were not expected: a
 * file with few rows of many keys then chains all files that were written there later.
 *
 * <p>Stateless.
 */
final class ClusterCuts {
  private static final Comparator<Part> BY_LAST =
      Comparator.comparing(Part::last, Bytes.BYTES_COMPARATOR);

  /** The part of a file between two cuts. A file that a cut divides counts half on each side. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Part(byte[] first, byte[] last, double bytes) {
    Part halved() {
      return new Part(first, last, bytes / 2);
    }
  }

  private ClusterCuts() {}

  /**
   * Returns the rows, ascending; empty for a cluster of at most {@code most} bytes, or if no cut
   * has files with a quarter of the bytes on each side.
   */
  static List<byte[]> of(List<ForestFile> cluster, long most) {
    NavigableSet<byte[]> cuts = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    divide(
        cluster.stream()
            .map(file -> new Part(file.facts().first(), file.facts().last(), file.bytes()))
            .toList(),
        most,
        cuts);
    return List.copyOf(cuts);
  }

  /** Tells whether a file has rows on both sides of {@code cut}. */
  static boolean divides(byte[] cut, ForestFile file) {
    return Bytes.compareTo(file.facts().first(), cut) < 0
        && Bytes.compareTo(cut, file.facts().last()) <= 0;
  }

  private static void divide(List<Part> parts, long most, NavigableSet<byte[]> cuts) {
    double all = parts.stream().mapToDouble(Part::bytes).sum();
    byte[] cut = all <= most ? null : best(parts, all);
    if (cut == null) {
      return;
    }
    List<Part> below = new ArrayList<>();
    List<Part> above = new ArrayList<>();
    for (Part part : parts) {
      boolean begins = Bytes.compareTo(part.first(), cut) < 0;
      boolean ends = Bytes.compareTo(cut, part.last()) > 0;
      Part counted = begins && !ends ? part.halved() : part;
      if (begins) {
        below.add(counted);
      }
      if (!ends) {
        above.add(counted);
      }
    }
    if (below.size() < parts.size() && above.size() < parts.size()) {
      cuts.add(cut);
      divide(below, most, cuts);
      divide(above, most, cuts);
    }
  }

  /**
   * Returns the first row of a part at which the fewest bytes are divided; null if none will do.
   */
  private static byte[] best(List<Part> parts, double all) {
    Part[] byLast = parts.toArray(Part[]::new);
    Arrays.sort(byLast, BY_LAST);
    Part[] byFirst = parts.toArray(Part[]::new);
    Arrays.sort(byFirst, Comparator.comparing(Part::first, Bytes.BYTES_COMPARATOR));
    byte[] best = null;
    double fewest = Double.MAX_VALUE;
    double begun = 0;
    double ended = 0;
    int next = 0;
    for (Part candidate : byFirst) {
      byte[] row = candidate.first();
      while (next < byLast.length && Bytes.compareTo(byLast[next].last(), row) < 0) {
        ended += byLast[next++].bytes();
      }
      double divided = begun - ended;
      if (divided < fewest && Math.min(ended, all - begun) >= all / 4) {
        best = row;
        fewest = divided;
      }
      begun += candidate.bytes();
    }
    return best;
  }
}
