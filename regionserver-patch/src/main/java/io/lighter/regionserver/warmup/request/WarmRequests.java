// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.regionserver.warmup.WarmupScheduler;
import io.lighter.regionserver.warmup.request.WarmRequestStore.Posted;
import io.lighter.regionserver.warmup.request.WarmRequestTask.RegionParts;
import io.lighter.warmup.RowRange;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests to warm tables that this region server has answered, from the first reading of a
 * request until its requester is gone. Each request is read once, and answered or ignored. Used by
 * one thread.
 */
final class WarmRequests {
  private static final Logger LOG = LoggerFactory.getLogger(WarmRequests.class);

  /** Maximum of requests at a time; more would not be faster, since all share one rate. */
  static final int MOST_AT_A_TIME = 4;

  private final WarmRequestStore store;
  private final Regions regions;
  private final Consumer<WarmupScheduler.Warming> scheduler;
  private final Runnable whenOneIsDone;
  private final LongSupplier nanoTime;
  private final DoubleSupplier random;

  private final Map<String, Answered> answered = new HashMap<>();
  private final Set<String> passedOver = new HashSet<>();

  /** The open regions of this region server. */
  @FunctionalInterface
  interface Regions {
    /** Finds the regions of a table that have rows of a range, in the order of their rows. */
    List<RegionParts> find(WarmupId id, TableName table, RowRange rows) throws IOException;
  }

  /** A request, and the progress that was written last; null before the first write. */
  private static final class Answered {
    private final WarmRequestTask task;
    private final WarmPace pace;
    private WarmProgress written;

    Answered(WarmRequestTask task, WarmPace pace) {
      this.task = task;
      this.pace = pace;
    }
  }

  /**
   * Creates an empty list of requests.
   *
   * @param scheduler see {@link WarmRequestTask}
   * @param whenOneIsDone called on any thread when the progress of a request should be written
   * @param nanoTime see {@link System#nanoTime}
   * @param random see {@link WarmPace}
   */
  WarmRequests(
      WarmRequestStore store,
      Regions regions,
      Consumer<WarmupScheduler.Warming> scheduler,
      Runnable whenOneIsDone,
      LongSupplier nanoTime,
      DoubleSupplier random) {
    this.store = store;
    this.regions = regions;
    this.scheduler = scheduler;
    this.whenOneIsDone = whenOneIsDone;
    this.nanoTime = nanoTime;
    this.random = random;
  }

  /** Answers new requests, and stops those without a waiting requester. */
  void look() throws KeeperException, InterruptedException {
    Set<String> awaited = store.awaited();
    passedOver.retainAll(awaited);
    for (Iterator<Map.Entry<String, Answered>> all = answered.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<String, Answered> request = all.next();
      if (!awaited.contains(request.getKey())) {
        request.getValue().task.cancel();
        all.remove();
      }
    }
    for (String id : awaited) {
      if (!answered.containsKey(id) && !passedOver.contains(id)) {
        first(id);
      }
    }
  }

  /**
   * Writes the changed progress of requests, if a write is due or the last one. Called about once a
   * second.
   */
  void report() throws KeeperException, InterruptedException {
    for (Map.Entry<String, Answered> request : answered.entrySet()) {
      write(request.getKey(), request.getValue());
    }
  }

  private void first(String id) throws KeeperException, InterruptedException {
    Optional<Posted> posted = store.read(id);
    if (posted.isEmpty()) {
      return;
    }
    Optional<WarmRequestTask> task = taskOf(id, posted.get());
    if (task.isEmpty()) {
      passedOver.add(id);
      return;
    }
    Answered request = new Answered(task.get(), new WarmPace(random));
    answered.put(id, request);
    try {
      write(id, request);
    } finally {
      request.task.start();
    }
  }

  private Optional<WarmRequestTask> taskOf(String id, Posted posted) {
    if (posted.isOlder()) {
      LOG.info("warm request ignored: {} reason=older than this region server", id);
      return Optional.empty();
    }
    try {
      WarmupId warmId = new WarmupId(id);
      WarmRequest request = WarmRequest.parseFrom(posted.content());
      List<RegionParts> parts =
          regions.find(
              warmId,
              TableName.valueOf(request.getTable()),
              RowRange.of(request.getStartRow().toByteArray(), request.getStopRow().toByteArray()));
      return parts.isEmpty() ? Optional.empty() : Optional.of(taskOf(parts));
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("cannot answer warm request: {}", id, e);
      return Optional.empty();
    }
  }

  private WarmRequestTask taskOf(List<RegionParts> parts) {
    long running = answered.values().stream().filter(request -> !request.task.isDone()).count();
    return running < MOST_AT_A_TIME
        ? new WarmRequestTask(parts, scheduler, whenOneIsDone)
        : WarmRequestTask.refused(parts.size(), running + " other requests go on; try again later");
  }

  private void write(String id, Answered request) throws KeeperException, InterruptedException {
    boolean isLast = request.task.isDone(); // read before the progress, which then is final
    WarmProgress progress = request.task.progress();
    if (request.written == null) {
      store.answer(id, progress);
      request.written = progress;
    } else if (!progress.equals(request.written)) {
      update(id, request, progress, isLast);
    }
  }

  private void update(String id, Answered request, WarmProgress progress, boolean isLast)
      throws KeeperException, InterruptedException {
    long now = nanoTime.getAsLong();
    if (!request.pace.isStarted()) { // by now the other servers have answered
      request.pace.next(store.answers(id), now);
    }
    if (isLast || request.pace.isDue(now)) {
      store.update(id, progress);
      request.written = progress;
      request.pace.next(store.answers(id), now);
    }
  }
}
