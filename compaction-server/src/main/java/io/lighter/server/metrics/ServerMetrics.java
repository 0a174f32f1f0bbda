// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.metrics;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.index.gc.IndexEvents;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.channel.ChannelEvents;
import io.lighter.server.compaction.StoreRequest;
import io.lighter.server.index.BuildJobEvents;
import io.lighter.server.job.JobEvents;
import io.lighter.server.job.SchedulerLoad;
import io.lighter.server.pacing.PaceEvents;
import io.lighter.server.pacing.ReadPaces;
import java.io.Closeable;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Histogram;
import org.apache.hadoop.hbase.metrics.MetricRegistries;

/**
 * The metrics of this server since its start; {@link LighterMetric} says what each metric counts.
 * No metric resets. Thread-safe.
 *
 * <p>A job counts as accepted once and then as exactly one of failed, cancelled or handed over; it
 * A job is completed once its output is durable, and may still be cancelled then. Servers that
 * share a process share the registry, so reports use counters of one server.
 */
public final class ServerMetrics
    implements JobEvents,
        CacheEvents,
        ChannelEvents,
        PaceEvents,
        IndexEvents,
        BuildJobEvents,
        Closeable {
  private final MetricSet metrics =
      new MetricSet(
          MetricProcess.COMPACTION_SERVER,
          MetricRegistries.global().create(MetricProcess.COMPACTION_SERVER.registry()));
  private final Tally accepted = tally(LighterMetric.SERVER_ACCEPTED_JOBS);
  private final Tally completed = tally(LighterMetric.SERVER_COMPLETED_JOBS);
  private final Tally failed = tally(LighterMetric.SERVER_FAILED_JOBS);
  private final Tally cancelled = tally(LighterMetric.SERVER_CANCELLED_JOBS);
  private final Tally refused = tally(LighterMetric.SERVER_REFUSED_REQUESTS);
  private final Tally bytesRead = tally(LighterMetric.SERVER_BYTES_READ);
  private final Tally bytesWritten = tally(LighterMetric.SERVER_BYTES_WRITTEN);
  private final Tally compactingMs = tally(LighterMetric.SERVER_COMPACTING_TIME);
  private final Tally retainedOutputs = tally(LighterMetric.SERVER_RETAINED_OUTPUTS);
  private final Tally chunksServed = tally(LighterMetric.SERVER_CHUNKS_SERVED);
  private final Tally chunkBytesServed = tally(LighterMetric.SERVER_CHUNK_BYTES_SERVED);
  private final Tally chunksDropped = tally(LighterMetric.SERVER_CHUNKS_DROPPED);
  private final Tally leasesEnded = tally(LighterMetric.SERVER_LEASES_ENDED);
  private final Tally channelsOpened = tally(LighterMetric.SERVER_CHANNELS_OPENED);
  private final Tally channelsRefused = tally(LighterMetric.SERVER_CHANNELS_REFUSED);
  private final Tally unknownCallers = tally(LighterMetric.SERVER_UNKNOWN_CALLERS);
  private final Tally pacedBytes = tally(LighterMetric.SERVER_PACED_BYTES);
  private final Tally pacedMs = tally(LighterMetric.SERVER_PACED_TIME);
  private final Counter lookups = metrics.counter(LighterMetric.SERVER_LOOKUPS);
  private final Counter lookupsFound = metrics.counter(LighterMetric.SERVER_LOOKUPS_FOUND);
  private final Counter storeBusy = metrics.counter(LighterMetric.SERVER_JOBS_STORE_BUSY);
  private final Counter pauses = metrics.counter(LighterMetric.SERVER_JOBS_PAUSED);
  private final Counter unowned = metrics.counter(LighterMetric.SERVER_JOBS_UNOWNED);
  private final Counter adopted = metrics.counter(LighterMetric.SERVER_JOBS_ADOPTED);
  private final Counter liveSets = metrics.counter(LighterMetric.SERVER_LIVE_SETS_WRITTEN);
  private final Counter liveSetBytes = metrics.counter(LighterMetric.SERVER_LIVE_SET_BYTES);
  private final Counter dropped = metrics.counter(LighterMetric.SERVER_INDEX_ENTRIES_DROPPED);
  private final Counter tooNew = metrics.counter(LighterMetric.SERVER_INDEX_ENTRIES_TOO_NEW);
  private final Counter leftOut = metrics.counter(LighterMetric.SERVER_INDEX_SETS_LEFT_OUT);
  private final Counter buildJobs = metrics.counter(LighterMetric.SERVER_BUILD_JOBS_STARTED);
  private final Counter buildsFailed = metrics.counter(LighterMetric.SERVER_BUILD_JOBS_FAILED);
  private final Counter buildsCancelled =
      metrics.counter(LighterMetric.SERVER_BUILD_JOBS_CANCELLED);
  private final Counter buildEntries = metrics.counter(LighterMetric.SERVER_BUILD_ENTRIES_WRITTEN);
  private final Histogram waitMs = metrics.histogram(LighterMetric.SERVER_WAIT);
  private final Histogram runMs = metrics.histogram(LighterMetric.SERVER_RUN);
  private final AtomicInteger failuresInARow = new AtomicInteger();

  /** A count in the registry and of this server alone. */
  private record Tally(Counter shared, LongAdder own) {
    Tally(Counter shared) {
      this(shared, new LongAdder());
    }

    void add(long n) {
      shared.increment(n);
      own.add(n);
    }
  }

  /** Registers gauges of current values. */
  public void observe(
      Supplier<SchedulerLoad> load,
      OutputCache cache,
      BooleanSupplier replicasOrdered,
      ReadPaces paces) {
    metrics.gauge(LighterMetric.SERVER_PACED_JOBS, paces::limitedJobs);
    metrics.gauge(LighterMetric.SERVER_QUEUED_JOBS, () -> load.get().queued());
    metrics.gauge(LighterMetric.SERVER_RUNNING_JOBS, () -> load.get().running());
    metrics.gauge(LighterMetric.SERVER_RESERVED_BYTES, () -> load.get().reservedBytes());
    metrics.gauge(LighterMetric.SERVER_OLDEST_JOB_AGE, () -> oldestJobAgeMs(load.get()));
    metrics.gauge(LighterMetric.SERVER_FAILURES_IN_A_ROW, failuresInARow::get);
    metrics.gauge(LighterMetric.SERVER_CACHED_OUTPUTS, cache::retainedOutputs);
    metrics.gauge(LighterMetric.SERVER_CACHED_BYTES, cache::usedBytes);
    metrics.gauge(LighterMetric.SERVER_SPARE_BYTES, cache::spareBytes);
    metrics.gauge(
        LighterMetric.SERVER_REPLICAS_ORDERED, () -> replicasOrdered.getAsBoolean() ? 1 : 0);
  }

  /** Registers the gauge of running jobs of index builds. */
  public void observeBuilds(IntSupplier running) {
    metrics.gauge(LighterMetric.SERVER_BUILD_JOBS_RUNNING, running::getAsInt);
  }

  /** Registers the gauges of requests to an object store. */
  public void observeStore(IOStatistics store) {
    for (StoreRequest kind : StoreRequest.values()) {
      metrics.gauge(LighterMetric.SERVER_STORE_REQUESTS, kind.tag(), () -> kind.countIn(store));
    }
  }

  private Tally tally(LighterMetric metric) {
    return new Tally(metrics.counter(metric));
  }

  private static long oldestJobAgeMs(SchedulerLoad load) {
    return load.jobs().stream()
        .filter(job -> job.getState() != JobState.COMPLETED)
        .mapToLong(JobReport::getAgeMs)
        .max()
        .orElse(0);
  }

  @Override
  public void accepted() {
    accepted.add(1);
  }

  @Override
  public void started(long waited) {
    waitMs.update(waited);
  }

  @Override
  public void completed(long ran, long read, long written) {
    completed.add(1);
    failuresInARow.set(0);
    bytesRead.add(read);
    bytesWritten.add(written);
    runMs.update(ran);
    compactingMs.add(ran);
  }

  @Override
  public void failed() {
    failed.add(1);
    failuresInARow.incrementAndGet();
  }

  @Override
  public void storeBusy() {
    failed.add(1);
    storeBusy.increment();
  }

  @Override
  public void cancelled() {
    cancelled.add(1);
  }

  @Override
  public void unowned() {
    unowned.increment();
  }

  @Override
  public void adopted() {
    adopted.increment();
  }

  @Override
  public void paused() {
    pauses.increment();
  }

  @Override
  public void outputRetained() {
    retainedOutputs.add(1);
  }

  @Override
  public void chunkServed(long bytes) {
    chunksServed.add(1);
    chunkBytesServed.add(bytes);
  }

  @Override
  public void chunkDropped() {
    chunksDropped.add(1);
  }

  @Override
  public void lookedUp(boolean found) {
    lookups.increment();
    if (found) {
      lookupsFound.increment();
    }
  }

  @Override
  public void leaseEnded() {
    leasesEnded.add(1);
  }

  @Override
  public void channelOpened() {
    channelsOpened.add(1);
  }

  @Override
  public void channelRefused() {
    channelsRefused.add(1);
  }

  @Override
  public void paced(long bytes, long delayMs) {
    pacedBytes.add(bytes);
    pacedMs.add(delayMs);
  }

  @Override
  public void liveSetWritten(long bytes) {
    liveSets.increment();
    liveSetBytes.increment(bytes);
  }

  @Override
  public void collected(long staleEntries, long youngEntries) {
    dropped.increment(staleEntries);
    tooNew.increment(youngEntries);
  }

  @Override
  public void setsLeftOut(int number) {
    leftOut.increment(number);
  }

  @Override
  public void buildJobStarted() {
    buildJobs.increment();
  }

  @Override
  public void buildJobCompleted(long entries) {
    buildEntries.increment(entries);
  }

  @Override
  public void buildJobFailed() {
    buildsFailed.increment();
  }

  @Override
  public void buildJobCancelled() {
    buildsCancelled.increment();
  }

  public void callerUnknown() {
    unknownCallers.add(1);
  }

  public void refused(Refusal refusal) {
    refused.add(1);
    metrics
        .counter(LighterMetric.SERVER_REFUSED_REQUESTS_BY, refusal.name().toLowerCase(Locale.ROOT))
        .increment();
  }

  public long completedJobs() {
    return completed.own().sum();
  }

  public long failedJobs() {
    return failed.own().sum();
  }

  public long cancelledJobs() {
    return cancelled.own().sum();
  }

  public long refusedRequests() {
    return refused.own().sum();
  }

  /** Jobs that failed since the last one that completed. */
  public int failuresInARow() {
    return failuresInARow.get();
  }

  /** Compressed bytes of chunks sent. */
  public long streamedBytes() {
    return chunkBytesServed.own().sum();
  }

  /** Input bytes read by completed jobs. */
  public long compactedBytes() {
    return bytesRead.own().sum();
  }

  /** Running time of completed jobs. */
  public long compactingMs() {
    return compactingMs.own().sum();
  }

  @Override
  public void close() {
    MetricRegistries.global().remove(MetricProcess.COMPACTION_SERVER.registry());
  }
}
