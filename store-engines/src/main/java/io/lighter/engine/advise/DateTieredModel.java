// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule.Selection;
import java.util.ArrayList;
import java.util.List;

/**
 * HBase's {@code DateTieredStoreEngine} with the rules of {@code DateTieredCompactionPolicy}, the
 * windows of {@code ExponentialCompactionWindowFactory}, and one output of each compaction. A cell
 * has the time of its flush. Periodic major compactions are not modelled. Not thread-safe.
 */
final class DateTieredModel extends FilesModel {
  private final EngineOptions options;
  private final EngineOptions.Tiers tiers;

  /** Time of the newest cell of each file. */
  private final List<Long> newestMillis = new ArrayList<>();

  /**
   * A window of time.
   *
   * @param millis its length
   * @param position its number among the windows of that length, from the epoch on
   */
  private record Window(long millis, long position) {
    /** Returns above 0 if the time is before the window, below 0 if after it. */
    private int side(long time) {
      return Long.compare(position, time / millis);
    }

    private Window earlier(int windowsPerTier) {
      return position % windowsPerTier > 0
          ? new Window(millis, position - 1)
          : new Window(millis * windowsPerTier, position / windowsPerTier - 1);
    }
  }

  /** Creates a store whose bytes were written at the rate of the workload. */
  DateTieredModel(StoreWorkload workload, EngineOptions options, long startMillis) {
    super(workload, options);
    this.options = options;
    tiers = options.tiers();
    double left = workload.storeBytes();
    long end = startMillis;
    Window window = incoming(startMillis);
    while (left > 0) {
      long start = Math.max(0, window.millis() * window.position());
      double bytes = start == 0 ? left : workload.bytesPerSecond() * (end - start) / 1000;
      if (bytes > 0) {
        files.add(0, Contents.of(Math.min(left, bytes)));
        newestMillis.add(0, end - 1);
      }
      left -= bytes;
      end = start;
      window = window.earlier(tiers.windowsPerTier());
    }
  }

  private Window incoming(long nowMillis) {
    return new Window(tiers.windowMillis(), nowMillis / tiers.windowMillis());
  }

  @Override
  void add(Contents flushed, long nowMillis) {
    files.add(flushed);
    newestMillis.add(nowMillis);
  }

  @Override
  boolean compact(long nowMillis) {
    boolean stuck = files.size() >= options.blockingFiles();
    Window window = incoming(nowMillis);
    int fewest = tiers.incomingMinFiles();
    int to = files.size();
    while (to > 0) {
      if (window.side(newestMillis.get(to - 1)) > 0) {
        window = window.earlier(tiers.windowsPerTier());
        fewest = options.minFiles();
      } else {
        int from = to;
        while (from > 0 && window.side(newestMillis.get(from - 1)) <= 0) {
          from--;
        }
        Selection selection = to - from < fewest ? Selection.NONE : select(from, to, fewest, stuck);
        if (!selection.isEmpty()) {
          replace(selection);
          return true;
        }
        to = from;
      }
    }
    return false;
  }

  private Selection select(int from, int to, int fewest, boolean stuck) {
    if (stuck) {
      return new Selection(from, to);
    }
    int most = Math.max(fewest, options.maxFiles());
    Selection within =
        new Exploring(fewest, most, options.ratio(), options.minBytes(), Integer.MAX_VALUE)
            .select(Contents.sizes(files.subList(from, to)));
    return within.isEmpty() ? within : new Selection(from + within.from(), from + within.to());
  }

  private void replace(Selection selection) {
    merge(files, selection);
    // The output has the time of its newest input.
    newestMillis.subList(selection.from(), selection.to() - 1).clear();
  }
}
