// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The retained outputs by job, their leases and their releases. Does not free frames: an output
 * that is taken out belongs to the caller, which frees it.
 *
 * <p>Thread-safe; {@code this} is the one lock, also of each {@link Retained} in the map, and is
 * held for map operations only.
 */
final class RetainedOutputs {
  private final OutputCache.Settings settings;
  private final MonotonicClock clock;

  // Both: guarded by this.
  private final Map<CompactionJobId, Retained> outputs = new HashMap<>();
  private boolean closed;

  /**
   * The effect of a release.
   *
   * @param dropped whether no replica needs the output, which now belongs to the caller
   */
  record Release(Retained output, boolean dropped) {}

  RetainedOutputs(OutputCache.Settings settings, MonotonicClock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Creates an output whose lease starts now, for {@link #add}. */
  Retained create(OutputOrigin origin, Map<String, List<StoredChunk>> files, OutputExtent extent) {
    return new Retained(origin, files, extent, clock.millis());
  }

  /** Adds the output of a job; false if the job has one or none is retained any more. */
  synchronized boolean add(CompactionJobId job, Retained output) {
    return !closed && outputs.putIfAbsent(job, output) == null;
  }

  /** The chunks of a job, by file; empty without an output. Renews the lease. */
  synchronized Optional<List<FileChunks>> list(CompactionJobId job) {
    return renewed(job).map(Retained::list);
  }

  /**
   * A chunk with a reference that the caller releases; empty if there is no such chunk. Renews the
   * lease.
   *
   * @param file the chunks of the file in an output; none if the output lacks the file
   * @param index position in the file's list
   */
  synchronized Optional<StoredFrame> fetch(
      CompactionJobId job, Function<Retained, List<StoredChunk>> file, int index) {
    return renewed(job).flatMap(output -> frame(output, file.apply(output), index));
  }

  private static Optional<StoredFrame> frame( // holds the lock
      Retained output, List<StoredChunk> chunks, int index) {
    if (index < 0 || index >= chunks.size()) {
      return Optional.empty();
    }
    StoredFrame frame = chunks.get(index).frame().retain();
    output.countServed();
    return Optional.of(frame);
  }

  /** Whether a job has an output. Does not renew the lease. */
  synchronized boolean contains(CompactionJobId job) {
    return outputs.containsKey(job);
  }

  /** Renews the lease of a job's output; ignores a job without one. */
  synchronized void renew(CompactionJobId job) {
    Optional<Retained> unused = renewed(job);
  }

  /** Finds the job whose output has a file. Does not renew the lease. */
  synchronized Optional<CompactionJobId> find(String region, String family, String file) {
    return outputs.entrySet().stream()
        .filter(entry -> entry.getValue().has(region, family, file))
        .map(Map.Entry::getKey)
        .findAny();
  }

  /**
   * Notes that a replica needs a job's output no more, and takes out an output that no replica
   * needs; empty without an output.
   *
   * @param replica id of the replica, 0 for the primary
   */
  synchronized Optional<Release> release(CompactionJobId job, int replica) {
    Retained output = outputs.get(job);
    if (output == null) {
      return Optional.empty();
    }
    boolean dropped =
        output.release(replica, clock.millis())
            || (output.isSpare() && settings.replicaRetention().isZero());
    if (dropped) {
      outputs.remove(job);
    }
    return Optional.of(new Release(output, dropped));
  }

  /** Takes out a job's output; empty without one. */
  synchronized Optional<Retained> take(CompactionJobId job) {
    return Optional.ofNullable(outputs.remove(job));
  }

  /** Takes out the output that has been spare for the longest time; empty if none is spare. */
  synchronized Optional<Map.Entry<CompactionJobId, Retained>> takeOldestSpare() {
    Optional<Map.Entry<CompactionJobId, Retained>> oldest =
        outputs.entrySet().stream()
            .filter(entry -> entry.getValue().isSpare())
            .min(Comparator.comparingLong(entry -> entry.getValue().spareSince()))
            .map(entry -> Map.entry(entry.getKey(), entry.getValue()));
    oldest.ifPresent(entry -> outputs.remove(entry.getKey()));
    return oldest;
  }

  /** Takes out the outputs whose lease, or time as a spare output, has ended. */
  synchronized Map<CompactionJobId, Retained> takeExpired() {
    long now = clock.millis();
    Map<CompactionJobId, Retained> expired = new HashMap<>();
    outputs.forEach(
        (job, output) -> {
          if (output.isExpired(now, settings)) {
            expired.put(job, output);
          }
        });
    outputs.keySet().removeAll(expired.keySet());
    return expired;
  }

  /** Number of outputs, spare ones included. */
  synchronized int count() {
    return outputs.size();
  }

  /** A report of each output that is not spare. */
  synchronized List<KeptOutputReport> reports() {
    long now = clock.millis();
    return outputs.entrySet().stream()
        .filter(entry -> !entry.getValue().isSpare())
        .map(entry -> entry.getValue().report(entry.getKey(), now))
        .toList();
  }

  /** Bytes of the frames of the outputs that are spare, or of those that are not. */
  synchronized long bytes(boolean spare) {
    return outputs.values().stream()
        .filter(output -> output.isSpare() == spare)
        .mapToLong(output -> output.bytes)
        .sum();
  }

  /** Takes out all outputs, and refuses new ones from now on. */
  synchronized List<Retained> close() {
    closed = true;
    List<Retained> all = List.copyOf(outputs.values());
    outputs.clear();
    return all;
  }

  private Optional<Retained> renewed(CompactionJobId job) { // holds the lock
    Optional<Retained> output = Optional.ofNullable(outputs.get(job));
    output.ifPresent(found -> found.renew(clock.millis()));
    return output;
  }
}
