// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.CompactionJobId;
import io.lighter.common.WarmupId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.Warmup;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import io.lighter.warmup.WarmupOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One warm-up of one store, from the commit of a compaction until all reads use its output files.
 *
 * <p>The warm-up holds a reference on each input file, since HBase would otherwise close and
 * archive the file. It releases the input files in three steps:
 *
 * <ol>
 *   <li>No further read is routed to the input files.
 *   <li>The thread passes the store's write lock, so that each read that was being routed has
 *       counted references of its own. When the store closes, its thread already has that lock.
 *   <li>The references are released.
 * </ol>
 *
 * <p>Thread-safe. The region server may stop, and the store may close, at any time. The warm-up
 * changes no committed file, and the store opens with the output files alone.
 */
final class StoreWarmup implements WarmupScheduler.Warming {
  private static final Logger LOG = LoggerFactory.getLogger(StoreWarmup.class);

  /** Id in the logs: of the job, or for a local compaction of the warm-up. */
  private final String name;

  private final StoreParts store;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final Route<HStoreFile> route;
  private final Owner owner;

  private final WarmupSource source;

  private final WarmupControl control;
  private final WarmupMeter meter = new WarmupMeter();
  private final long deadlineNanos;

  /** Bytes of the output files on disk. */
  private final long bytes;

  private final long uncompressedBytes;
  private final WarmupState state;

  /** The pinned input files; null before {@link #pinFiles}, and where nothing is evicted. */
  private volatile PinnedFiles pinned;

  private volatile boolean started;

  /** The store's list of warm-ups. Each method is called once, in this order. */
  interface Owner {
    /** Routes no read to the input files any more, which are still pinned. */
    void ended(StoreWarmup warmup);

    /** Drops a warm-up that has released the input files; a store that closes releases them. */
    void released(StoreWarmup warmup);
  }

  /** Why the warm-up was stopped; empty before that. Written before the control stops. */
  private volatile String stopReason = "";

  /**
   * Prepares the warm-up of a compaction that is about to be committed.
   *
   * @param route route of the compaction, without input files if nothing is to be evicted
   * @param deadline time from now after which the warm-up stops
   * @param id id of the job, or for an output without a known job a new one
   * @param owner called by {@link #run}
   */
  StoreWarmup(
      WarmupId id,
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      Route<HStoreFile> route,
      Duration deadline,
      Optional<CompactionJobId> job,
      WarmupSource source,
      Owner owner) {
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.route = route;
    this.source = source;
    this.owner = owner;
    this.control = new WarmupControl(this::isUnwanted);
    this.bytes = Math.max(1, bytes(route.outputFiles()));
    this.uncompressedBytes =
        readers(route.outputFiles()).stream()
            .mapToLong(file -> file.getTrailer().getTotalUncompressedBytes())
            .sum();
    this.name = job.map(CompactionJobId::value).orElse(id.value());
    this.state =
        new WarmupState(id, job, store, settings.strategy().configName(), meter, System::nanoTime);
    this.deadlineNanos = System.nanoTime() + deadline.toNanos();
  }

  Route<HStoreFile> route() {
    return route;
  }

  /** Pins the input files. Called before the commit. */
  void pinFiles() {
    pinned = new PinnedFiles(route.inputFiles());
  }

  /**
   * Pins files that a later compaction took as long as the input files, see {@link PinnedFiles}.
   * Under the store's write lock.
   */
  void compacted(Collection<HStoreFile> later) {
    if (pinned != null) {
      pinned.compacted(later);
    }
  }

  /** See {@link PinnedFiles#report}. Under the store's write lock. */
  void report(Collection<HStoreFile> inputs, Supplier<Runnable> begin) {
    if (pinned != null) {
      pinned.report(inputs, begin);
    }
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  /** Share of the bytes on disk that the warm-up has passed. */
  @Override
  public int percent() {
    return started ? (int) Math.min(100, 100 * meter.passedBytes() / bytes) : -1;
  }

  @Override
  public WarmupReport report() {
    return state.report((double) meter.passedBytes() / bytes, uncompressedBytes);
  }

  @Override
  public boolean isMoving() {
    return started;
  }

  @Override
  public boolean isAdaptive() {
    return settings.strategy() == WarmupStrategy.ADAPTIVE;
  }

  @Override
  public void tick() {
    if (control.isStopped()) {
      stop(stopReason); // reads use the output files, also while the warm-up waits for its turn
      shared.scheduler().skipTurn(this, shared::background); // releases the input files soon
    } else {
      source.renew();
    }
  }

  /** Whether to stop. The control evaluates this method until it is true, or until the stop. */
  private boolean isUnwanted() {
    if (!store.isOpen() || shared.isClosed()) {
      stopReason = "the region closes";
      return true;
    }
    if (System.nanoTime() - deadlineNanos > 0) {
      stopReason = "deadline";
      return true;
    }
    return false;
  }

  /** Sends all reads to the output files, warm or not. Does not wait for the warm-up thread. */
  void stop(String reason) {
    if (!control.isStopped()) {
      stopReason = reason;
    }
    control.stop();
    route.threshold().complete();
  }

  /** Ends the warm-up of a store that closes. Under the store's write lock: no read follows. */
  void storeCloses() {
    stop("the store closes");
    releaseFiles();
  }

  /** Ends the warm-up of a compaction that was not committed. */
  void discard() {
    stop("not committed");
    releaseFiles();
    LOG.info("warm-up dropped: {} {} reason=not committed", name, store);
    source.releaseSoon();
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    started = true;
    if (!control.isStopped() && !findSource()) {
      shared.metrics().replicaUnserved();
      releaseRoute();
      LOG.info("warm-up dropped: {} {} reason={}", name, store, stopReason);
      return;
    }
    shared.metrics().started();
    if (!store.isPrimary()) {
      shared.metrics().replicaStarted();
    }
    LOG.info(
        "warm-up started: {} {} strategy={} bytes={} from={}",
        name,
        store,
        settings.strategy().configName(),
        bytes,
        source);
    boolean through = false;
    try {
      through = !control.isStopped() && warm();
    } catch (IOException | RuntimeException e) { // a closed file makes HBase's readers throw both
      failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop("interrupted");
    } finally {
      end(through, System.nanoTime() - start);
    }
  }

  /** Finds the retained output; otherwise sends all reads to the output files, cold as they are. */
  private boolean findSource() {
    boolean found = false;
    String reason = "no compaction server retains its output";
    try {
      found = source.find();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reason = "interrupted";
    } catch (RuntimeException | Error e) { // reads must not stay at the input files
      LOG.warn("cannot look up an output: {} {}", name, store, e);
    }
    if (!found) {
      stop(reason);
    }
    return found;
  }

  private boolean warm() throws IOException, InterruptedException {
    Warmup.Plan plan =
        new Warmup.Plan(
            outputFiles(),
            readers(route.inputFiles()),
            store.region(),
            new WarmCache(store.cache(), store.inMemory()),
            shared.pace(settings.strategy()),
            settings.strategy() == WarmupStrategy.ADAPTIVE,
            settings.stepBytes(),
            settings.window());
    return new Warmup(plan, route.threshold(), control, meter).run();
  }

  private List<WarmupOutput> outputFiles() throws InterruptedException {
    Map<String, ChunkSupply> supplies = source.supplies(name);
    List<WarmupOutput> files = new ArrayList<>();
    for (HStoreFile file : route.outputFiles()) {
      files.add(
          new WarmupOutput(
              file.getReader().getHFileReader(),
              supplies.getOrDefault(file.getPath().getName(), ChunkSupply.NONE)));
    }
    return files;
  }

  private void failed(Exception e) {
    if (control.isStopped()) {
      LOG.debug("warm-up stopped: {} {} reason={}", name, store, stopReason, e);
    } else {
      stop(e.toString());
      LOG.warn("warm-up failed, reads use the output as it is: {} {}", name, store, e);
    }
  }

  /** Sends all reads to the output files, and releases the input files. */
  private void releaseRoute() {
    route.threshold().complete();
    owner.ended(this);
    if (pinned != null && !pinned.isReleased()) {
      store.passWriteLock();
      releaseFiles();
    }
    owner.released(this);
  }

  private void end(boolean through, long nanos) {
    releaseRoute();
    shared.metrics().stopped(through, meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes={} hdfsBytes={} skippedBlocks={} evictedBlocks={}"
            + " lostChunks={} refusedBlocks={}{}",
        through ? "completed" : "ended",
        name,
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.remoteBytes(),
        meter.fileBytes(),
        meter.skippedBlocks(),
        meter.evictedBlocks(),
        meter.lostChunks(),
        meter.refusedBlocks(),
        through ? "" : " reason=" + stopReason);
    source.releaseSoon(); // the next warm-up must not wait for a failed server
  }

  private void releaseFiles() {
    if (pinned != null) {
      pinned.release();
    }
  }

  private static List<HFile.Reader> readers(List<HStoreFile> files) {
    return files.stream().map(file -> file.getReader().getHFileReader()).toList();
  }

  static long bytes(Iterable<HStoreFile> files) {
    long bytes = 0;
    for (HStoreFile file : files) {
      bytes += file.getReader().length();
    }
    return bytes;
  }
}
