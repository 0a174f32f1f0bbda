// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.regionserver.warmup.WarmupScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warm-ups of one region server for one request to warm a table, one store after the other in
 * the order of the rows.
 *
 * <p>At most one of the warm-ups is with the scheduler at a time, so requests take turns store by
 * store. Several at a time would not be faster, since all warm-ups share one rate. After one that
 * fails the next one starts. Thread-safe; {@code this} is the lock.
 */
public final class WarmRequestTask {
  private static final Logger LOG = LoggerFactory.getLogger(WarmRequestTask.class);

  /** Number of failures whose reasons are reported. The others are counted. */
  private static final int MOST_MESSAGES = 3;

  private final int regions;
  private final List<RequestedWarmup> warmups = new ArrayList<>();
  private final Consumer<WarmupScheduler.Warming> scheduler;
  private final Runnable whenDone;

  /** Index of the warm-up that is with the scheduler, or is the next. Guarded by this. */
  private int current;

  /** Guarded by this. */
  private int regionsDone;

  /** Reasons of the first failures. Guarded by this. */
  private final List<String> messages = new ArrayList<>();

  /** Guarded by this. */
  private int failures;

  private volatile boolean cancelled;

  /**
   * A region of the request's range.
   *
   * @param parts warm-ups of the families whose blocks are cached; may be empty
   */
  public record RegionParts(String region, List<RequestedWarmup> parts) {}

  /**
   * Prepares a task.
   *
   * @param scheduler runs a submitted warm-up
   * @param whenDone called once, on any thread, when all warm-ups have ended; not called after
   *     {@link #cancel}
   */
  WarmRequestTask(
      List<RegionParts> regions, Consumer<WarmupScheduler.Warming> scheduler, Runnable whenDone) {
    this.regions = regions.size();
    this.scheduler = scheduler;
    this.whenDone = whenDone;
    for (RegionParts region : regions) {
      int parts = region.parts().size();
      for (int i = 0; i < parts; i++) {
        boolean isLastOfRegion = i == parts - 1;
        RequestedWarmup warmup = region.parts().get(i);
        warmup.whenEnded(failure -> ended(isLastOfRegion, failure));
        warmups.add(warmup);
      }
      regionsDone += parts == 0 ? 1 : 0;
    }
  }

  /** Returns a task without warm-ups, which reports {@code reason} as a failure. */
  static WarmRequestTask refused(int regions, String reason) {
    List<RegionParts> none = new ArrayList<>();
    for (int i = 0; i < regions; i++) {
      none.add(new RegionParts("", List.of()));
    }
    WarmRequestTask task = new WarmRequestTask(none, warming -> {}, () -> {});
    task.addFailure(reason);
    return task;
  }

  /** Submits the first warm-up. Called once. */
  void start() {
    submitNext();
  }

  /** Ends the task before the next block, after the request has ended. Does not wait. */
  void cancel() {
    cancelled = true;
    warmups.forEach(RequestedWarmup::cancel);
  }

  synchronized boolean isDone() {
    return current == warmups.size();
  }

  synchronized WarmProgress progress() {
    long total = 0;
    long done = 0;
    for (RequestedWarmup warmup : warmups) {
      total += warmup.totalBytes();
      done += warmup.doneBytes();
    }
    WarmProgress.Builder progress =
        WarmProgress.newBuilder()
            .setRegions(regions)
            .setRegionsDone(regionsDone)
            .setBytesTotal(Math.max(total, done))
            .setBytesDone(done)
            .setFailed(failures > 0);
    if (failures > 0) {
      int more = failures - messages.size();
      progress.setMessage(
          String.join("; ", messages) + (more > 0 ? "; and " + more + " more" : ""));
    }
    return progress.build();
  }

  private void submitNext() {
    Optional<RequestedWarmup> next = next();
    if (cancelled) {
      return;
    }
    if (next.isEmpty()) {
      whenDone.run();
      return;
    }
    try {
      scheduler.accept(next.get());
    } catch (RejectedExecutionException e) { // the request's znode goes with the region server
      LOG.debug("warm-up not submitted: reason=the region server stops", e);
    }
  }

  private synchronized Optional<RequestedWarmup> next() {
    return current < warmups.size() ? Optional.of(warmups.get(current)) : Optional.empty();
  }

  private void ended(boolean isLastOfRegion, Optional<String> failure) {
    synchronized (this) {
      current++;
      regionsDone += isLastOfRegion ? 1 : 0;
      failure.ifPresent(this::addFailure);
    }
    submitNext();
  }

  private synchronized void addFailure(String message) {
    failures++;
    if (messages.size() < MOST_MESSAGES) {
      messages.add(message);
    }
  }
}
