package io.lighter.regionserver.warmup;

import io.lighter.warmup.WarmupThreshold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Chooses the files of a read while warm-ups of its store go on (paper, §5.4.2): the output of a
 * compaction if the read starts at or below its threshold, else the inputs. Never a mix, for an
 * output lacks the delete markers that its inputs still need.
 *
 * <p>A compaction may have compacted the output of another one whose warm-up still goes on. The
 * routes are therefore taken from the newest to the oldest, and one whose output is not in use is
 * passed over, together with its inputs.
 *
 * <p>Thread-safe: routes change under the monitor, reads take a snapshot. A read must be under the
 * store's read lock until it has counted references on the files it got, see {@link StoreWarmup}.
 *
 * @param <F> a store file; no more is asked of it than whether it is the same
 */
public final class Routing<F> {
  private final LongAdder below;
  private final LongAdder above;

  /** Newest first. Written under the monitor. */
  private volatile List<Route<F>> routes = List.of();

  /** One compaction: its inputs, its output, and the rows whose reads use the output. */
  public record Route<F>(List<F> oldFiles, List<F> newFiles, WarmupThreshold threshold) {}

  /**
   * Routes of one store.
   *
   * @param below counts reads that got an output that is being warmed
   * @param above counts reads that got its inputs instead
   */
  public Routing(LongAdder below, LongAdder above) {
    this.below = below;
    this.above = above;
  }

  public synchronized void add(Route<F> route) {
    List<Route<F>> all = new ArrayList<>();
    all.add(route);
    all.addAll(routes);
    routes = List.copyOf(all);
  }

  synchronized void remove(Route<F> route) {
    routes = routes.stream().filter(each -> !each.equals(route)).toList();
  }

  /**
   * The files of a read.
   *
   * @param current what it would get if no warm-up went on; not changed
   */
  Collection<F> route(byte[] startRow, Collection<F> current) {
    List<Route<F>> all = routes;
    if (all.isEmpty()) {
      return current;
    }
    List<F> files = new ArrayList<>(current);
    List<F> unused = new ArrayList<>();
    for (Route<F> route : all) {
      if (!Collections.disjoint(unused, route.newFiles())) {
        unused.addAll(route.oldFiles());
      } else if (route.threshold().covers(startRow)) {
        unused.addAll(route.oldFiles());
        below.increment();
      } else {
        files.removeAll(route.newFiles());
        files.addAll(route.oldFiles());
        above.increment();
      }
    }
    return files;
  }
}
