// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;

/** Waits until region servers have completed a request. Used once, by one thread. */
final class WarmWait {
  /** The time after which a region server has failed; a region server sees a request at once. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(15);

  private final WarmRequestNode request;
  private final Map<ServerName, Integer> expected;
  private final MonotonicClock clock;
  private final Pause pause;
  private final Set<ServerName> answered = new TreeSet<>();

  /** The pause between two looks. */
  interface Pause {
    /** Returns after a fraction of a second. */
    void pause() throws IOException;
  }

  /**
   * Creates a wait.
   *
   * @param regions number of the range's regions per region server
   */
  WarmWait(
      WarmRequestNode request,
      Map<ServerName, Integer> regions,
      MonotonicClock clock,
      Pause pause) {
    this.request = request;
    this.expected = Map.copyOf(regions);
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * Returns when all servers have done all their regions, also servers that answered without being
   * expected, because a region moved there.
   *
   * @param listener called with the progress after each look
   * @throws IOException if a server does not answer within {@link #ANSWER_TIMEOUT}, goes away, or
   *     fails to cache something (the wait for other servers continues in that case). Also if the
   *     servers have fewer regions than expected, because a region was moving
   */
  void await(Consumer<WarmTotals> listener) throws IOException {
    long start = clock.nanoTime();
    while (true) {
      Map<ServerName, WarmProgress> progress = request.progress();
      listener.accept(WarmTotals.of(progress.values()));
      requireNoneGone(progress.keySet());
      if (isDone(progress)) {
        requireNoneFailed(progress);
        requireNoneMissed(progress);
        return;
      }
      if (clock.nanoTime() - start >= ANSWER_TIMEOUT.toNanos()) {
        requireAllAnswered();
      }
      pause.pause();
    }
  }

  /** Whether all expected servers, and those to which regions moved since, are done. */
  private boolean isDone(Map<ServerName, WarmProgress> progress) {
    return progress.keySet().containsAll(expected.keySet())
        && progress.values().stream().allMatch(WarmRequestNode::isDone);
  }

  private void requireNoneGone(Set<ServerName> now) throws IOException {
    answered.addAll(now);
    List<ServerName> gone = answered.stream().filter(server -> !now.contains(server)).toList();
    if (!gone.isEmpty()) {
      throw new IOException(
          "region server %s went away; start again when its regions are open elsewhere"
              .formatted(join(gone)));
    }
  }

  private void requireAllAnswered() throws IOException {
    List<ServerName> silent =
        expected.keySet().stream().filter(server -> !answered.contains(server)).sorted().toList();
    if (!silent.isEmpty()) {
      throw new IOException(
          ("no answer from region server %s within %d s: does the table have Lighter's"
                  + " hbase.hstore.engine.class?")
              .formatted(join(silent), ANSWER_TIMEOUT.toSeconds()));
    }
  }

  private static void requireNoneFailed(Map<ServerName, WarmProgress> progress) throws IOException {
    String failures =
        progress.entrySet().stream()
            .filter(entry -> entry.getValue().getFailed())
            .map(entry -> entry.getKey().getAddress() + ": " + entry.getValue().getMessage())
            .collect(Collectors.joining("; "));
    if (!failures.isEmpty()) {
      throw new IOException("not all was cached: " + failures);
    }
  }

  private void requireNoneMissed(Map<ServerName, WarmProgress> progress) throws IOException {
    int all = expected.values().stream().mapToInt(Integer::intValue).sum();
    int found = progress.values().stream().mapToInt(WarmProgress::getRegions).sum();
    if (found < all) {
      throw new IOException(
          "%d of %d regions were on no region server, for they moved or were merged; start again"
              .formatted(all - found, all));
    }
  }

  private static String join(List<ServerName> names) {
    return names.stream()
        .map(name -> name.getAddress().toString())
        .collect(Collectors.joining(", "));
  }
}
