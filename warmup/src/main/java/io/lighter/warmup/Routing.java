// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Chooses the files of a read while warm-ups of its store go on (paper, §5.4.2). A read that starts
 * at or below the threshold of a compaction gets its output files, and a read that starts above it
 * gets its input files. No read gets a mix of both, since the output files lack delete markers that
 * the input files need.
 *
 * <p>A compaction may take the output files of another one whose warm-up still goes on. The routes
 * are therefore walked from the newest to the oldest. A route whose output files the read does not
 * use is passed over, together with its input files.
 *
 * <p>A store with key ranges or trees gives a read only the files with rows of the read. A route
 * without any such file concerns other rows and adds no file. The exception is a route that an
 * older route depends on: the older one may return files with the rows of both, so all files before
 * both compactions are needed. Of input files, too, only those with rows of the read are added.
 *
 * <p>Thread-safe: routes change under the monitor, and a read walks a snapshot of them. A read
 * keeps the store's read lock until it has counted references on the files that it got.
 *
 * @param <F> a store file; two files are compared by {@code equals} only
 */
public final class Routing<F> {
  private final LongAdder below;
  private final LongAdder above;

  /** Newest first. Written under the monitor. */
  private volatile List<Route<F>> routes = List.of();

  /**
   * The route of one compaction.
   *
   * @param inputFiles input files
   * @param outputFiles output files
   * @param threshold row up to which reads use the output files
   */
  public record Route<F>(List<F> inputFiles, List<F> outputFiles, WarmupThreshold threshold) {}

  /**
   * Starts without a route.
   *
   * @param below counts reads that got output files of a warm-up
   * @param above counts reads that got its input files instead
   */
  public Routing(LongAdder below, LongAdder above) {
    this.below = below;
    this.above = above;
  }

  /** Adds the route of a compaction that is being committed. */
  public synchronized void add(Route<F> route) {
    List<Route<F>> all = new ArrayList<>();
    all.add(route);
    all.addAll(routes);
    routes = List.copyOf(all);
  }

  /** Removes a route, if it is there. */
  public synchronized void remove(Route<F> route) {
    routes = routes.stream().filter(each -> !each.equals(route)).toList();
  }

  /** Whether reads follow a route. */
  public boolean has(Route<F> route) {
    return routes.contains(route);
  }

  /**
   * Returns the files of a read.
   *
   * @param startRow first row of the read, see {@link WarmupThreshold#covers}
   * @param mayHaveRows whether an input file may have rows of the read; a file without any changes
   *     nothing for the read
   * @param current files that the read gets without a warm-up; not changed
   */
  public Collection<F> route(byte[] startRow, Predicate<F> mayHaveRows, Collection<F> current) {
    List<Route<F>> all = routes;
    if (all.isEmpty()) {
      return current;
    }
    List<F> files = new ArrayList<>(current);
    List<F> unused = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Route<F> route = all.get(i);
      if (!Collections.disjoint(unused, route.outputFiles())) {
        unused.addAll(route.inputFiles());
        continue;
      }
      boolean concerned = !Collections.disjoint(files, route.outputFiles());
      if (route.threshold().covers(startRow)) {
        unused.addAll(route.inputFiles());
        count(concerned, below);
      } else if (concerned || tookOutputOfAny(all.subList(i + 1, all.size()), route)) {
        files.removeAll(route.outputFiles());
        route.inputFiles().stream().filter(mayHaveRows).forEach(files::add);
        count(concerned, above);
      }
    }
    return files;
  }

  private static void count(boolean concerned, LongAdder reads) {
    if (concerned) {
      reads.increment();
    }
  }

  /** Returns whether an output file of an older compaction is an input file of {@code route}. */
  private static <F> boolean tookOutputOfAny(List<Route<F>> older, Route<F> route) {
    return older.stream()
        .anyMatch(each -> !Collections.disjoint(each.outputFiles(), route.inputFiles()));
  }
}
