// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.WarmupId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.PinnedFiles;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.StoreParts;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.WarmupState;
import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.RowRange;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.Warmup;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import io.lighter.warmup.WarmupOutput;
import io.lighter.warmup.WarmupThreshold;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the blocks of the files that a store has when the warm-up begins. Reads are not routed.
 *
 * <p>The warm-up holds a reference on each file, as a scan does, so that no compaction archives the
 * file meanwhile. The references end with the warm-up, or when the store closes. Where Lighter is
 * off there are no references ({@link StoreParts#pinFiles}), and the warm-up begins again after a
 * compaction. The warm-up has no deadline, and runs to its end unless it is stopped. Runs once;
 * thread-safe.
 */
public final class RequestedStoreWarmup implements RequestedWarmup {
  private static final Logger LOG = LoggerFactory.getLogger(RequestedStoreWarmup.class);

  /** Name in reports; no value of {@code lighter.warmup.strategy}. */
  private static final String STRATEGY = "warm";

  private static final int MOST_BEGINS = 3;

  private final WarmupId id;
  private final StoreParts store;
  private final StoreWarmups warmups;
  private final RowRange rows;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final BooleanSupplier serverStops;
  private final WarmupMeter meter = new WarmupMeter();
  private final WarmupState state;

  /** Uncompressed bytes divided by bytes on disk. */
  private final double expansion;

  /** Written by the constructor and by the thread that runs the warm-up. */
  private volatile long totalBytes;

  private volatile Consumer<Optional<String>> listener = failure -> {};
  private volatile boolean started;
  private volatile boolean cancelled;

  /**
   * Prepares the warm-up of a store.
   *
   * @param rows rows whose blocks are cached
   * @param serverStops whether the region server stops
   */
  public RequestedStoreWarmup(
      WarmupId id,
      StoreParts store,
      StoreWarmups warmups,
      RowRange rows,
      WarmupSettings settings,
      RegionServerWarmups shared,
      BooleanSupplier serverStops) {
    this.id = id;
    this.store = store;
    this.warmups = warmups;
    this.rows = rows;
    this.settings = settings;
    this.shared = shared;
    this.serverStops = serverStops;
    this.totalBytes = store.fileBytes();
    this.expansion = (double) store.uncompressedFileBytes() / Math.max(1, totalBytes);
    this.state = new WarmupState(id, Optional.empty(), store, STRATEGY, meter, System::nanoTime);
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  @Override
  public long totalBytes() {
    return totalBytes;
  }

  @Override
  public long doneBytes() {
    return meter.passedBytes();
  }

  /** Reports an estimated total, by the compression of the files that the store had at first. */
  @Override
  public WarmupReport report() {
    long onDisk = totalBytes;
    return state.report(
        (double) meter.passedBytes() / Math.max(1, onDisk), (long) (onDisk * expansion));
  }

  @Override
  public void whenEnded(Consumer<Optional<String>> listener) {
    this.listener = listener;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  /** Zero for all of the run, since {@code bin/lighter warm} shows the progress of its own. */
  @Override
  public int percent() {
    return started ? 0 : -1;
  }

  @Override
  public boolean isMoving() {
    return started;
  }

  @Override
  public boolean isAdaptive() {
    return false;
  }

  /** Does nothing: a requested warm-up has no lease to renew, and no deadline. */
  @Override
  public void tick() {}

  @Override
  public void run() {
    started = true;
    Optional<String> failure = Optional.of("a warm-up died, see the region server's log");
    try {
      failure = cancelled ? Optional.empty() : warm();
    } finally {
      listener.accept(failure);
    }
  }

  private Optional<String> warm() {
    long start = System.nanoTime();
    WarmupControl control = new WarmupControl(() -> !reasonToStop().isEmpty());
    String reason = "it died, see the region server's log"; // remains after an Error
    shared.metrics().started();
    try {
      reason = warm(control, MOST_BEGINS);
    } finally {
      totalBytes = meter.passedBytes();
      ended(reason, System.nanoTime() - start);
    }
    return reason.isEmpty() ? Optional.empty() : Optional.of(store + ": " + reason);
  }

  /**
   * Warms the present files. Begins again when HBase has closed a file that was not pinned, since
   * reads then use other files.
   *
   * @param begins how often it may begin, at least 1
   * @return why it ended before its end; empty if it did not
   */
  private String warm(WarmupControl control, int begins) {
    PinnedFiles files = store.pinFiles(warmups);
    try {
      return warm(files.files(), control) ? "" : reasonToStop();
    } catch (IOException | RuntimeException e) { // a closed file makes HBase's readers throw both
      if (begins == 1 || !files.isReleased() || !reasonToStop().isEmpty()) {
        return failed(e, reasonToStop());
      }
      LOG.info("warm-up begins again: {} {} reason=a compaction closed its files", id, store, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } finally {
      warmups.release(files);
      store.inputsReleased();
    }
    return warm(control, begins - 1);
  }

  private boolean warm(List<HStoreFile> files, WarmupControl control)
      throws IOException, InterruptedException {
    Warmup.Plan plan =
        new Warmup.Plan(
            files.stream()
                .map(file -> new WarmupOutput(file.getReader().getHFileReader(), ChunkSupply.NONE))
                .toList(),
            List.of(),
            store.region(),
            new WarmCache(store.cache(), store.inMemory()),
            shared.pace(WarmupStrategy.THROTTLED),
            false,
            settings.stepBytes(),
            settings.window(),
            rows);
    totalBytes = plan.dataBytes(control, meter);
    LOG.info("warm-up started: {} {} strategy=warm bytes={}", id, store, totalBytes);
    return new Warmup(plan, new WarmupThreshold(), control, meter).run();
  }

  /** Returns why the warm-up has to stop; empty if it goes on. */
  private String reasonToStop() {
    if (cancelled) {
      return "nobody waits for it any more";
    }
    if (serverStops.getAsBoolean()) {
      return "the region server stops";
    }
    return store.isServed() ? "" : "the region closes";
  }

  private String failed(Exception e, String reasonToStop) {
    if (!reasonToStop.isEmpty()) {
      LOG.debug("warm-up stopped: {} {} reason={}", id, store, reasonToStop, e);
      return reasonToStop;
    }
    LOG.warn("warm-up failed: {} {}", id, store, e);
    return e.toString();
  }

  private void ended(String reason, long nanos) {
    shared.metrics().stopped(reason.isEmpty(), meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes=0 hdfsBytes={}{}",
        reason.isEmpty() ? "completed" : "ended",
        id,
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.fileBytes(),
        reason.isEmpty() ? "" : " reason=" + reason);
  }
}
