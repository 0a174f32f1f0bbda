// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.engine.tiered.FileView.Origin;
import java.util.Collection;
import java.util.OptionalLong;

/** Measures the base of a store's levels. Stateless. */
public final class BaseSize {
  private BaseSize() {}

  /**
   * Returns the power of two that is nearest to the median length of files of one origin, on a
   * logarithmic scale; empty if there are none. The median of an even number of files is the larger
   * one of the two in the middle.
   *
   * @param least the least result
   */
  public static OptionalLong measured(Collection<FileView> files, Origin origin, long least) {
    long[] lengths =
        files.stream()
            .filter(file -> file.origin() == origin && file.length() > 0)
            .mapToLong(FileView::length)
            .sorted()
            .toArray();
    return lengths.length == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(least, nearestPower(lengths[lengths.length / 2])));
  }

  private static long nearestPower(long length) {
    double exponent = Math.log((double) Math.max(1, length)) / Math.log(2);
    return 1L << Math.min(62, Math.round(exponent));
  }
}
