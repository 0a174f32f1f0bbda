// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.CompactionJobId;
import io.lighter.common.WarmupId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.Warmup;
import io.lighter.warmup.WarmupMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
  private final RoutedFiles files;
  private final Owner owner;
  private final WarmupSource source;
  private final boolean whole;
  private final WarmupStop stop;
  private final WarmupMeter meter = new WarmupMeter();

  private final WarmupState state;

  /**
   * The pinned input files; null before {@link #pinFiles}, and where nothing is evicted. Written
   * once, on the thread of the commit, before the warm-up is queued.
   */
  private volatile PinnedFiles pinned;

  /** Written once, by the thread that warms. */
  private volatile boolean started;

  /** The store's list of warm-ups. Each method is called once, in this order. */
  interface Owner {
    /** Routes no read to the input files any more, which are still pinned. */
    void ended(StoreWarmup warmup);

    /** Drops a warm-up that has released the input files; a store that closes releases them. */
    void released(StoreWarmup warmup);
  }

  /**
   * Prepares the warm-up of a compaction that is about to be committed.
   *
   * @param route route of the compaction, without input files if nothing is to be evicted
   * @param deadline time from now after which the warm-up stops
   * @param id id of the job, or for an output without a known job a new one
   * @param whole whether all blocks are cached; otherwise as many as the strategy says
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
      boolean whole,
      Owner owner) {
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.route = route;
    this.source = source;
    this.whole = whole;
    this.owner = owner;
    this.stop = new WarmupStop(() -> !store.isOpen() || shared.isClosed(), deadline);
    this.files = new RoutedFiles(route);
    this.name = job.map(CompactionJobId::value).orElse(id.value());
    this.state =
        new WarmupState(id, job, store, settings.strategy().configName(), meter, System::nanoTime);
  }

  Route<HStoreFile> route() {
    return route;
  }

  /** Whether rows lie between the first and last rows of both outputs. */
  boolean sharesRowsWith(StoreWarmup other) {
    return files.sharesRowsWith(other.files);
  }

  /** Pins the input files. Called before the commit. */
  void pinFiles() {
    pinned = PinnedFiles.of(route.inputFiles());
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
    return started ? (int) Math.min(100, 100 * meter.passedBytes() / files.outputBytes()) : -1;
  }

  @Override
  public WarmupReport report() {
    return state.report(
        (double) meter.passedBytes() / files.outputBytes(), files.uncompressedOutputBytes());
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
    if (stop.isStopped()) {
      stop(stop.reason()); // reads use the output files, also while the warm-up waits for its turn
      shared.scheduler().skipTurn(this, shared::background); // releases the input files soon
    } else {
      source.renew();
    }
  }

  /** Sends all reads to the output files, warm or not. Does not wait for the warm-up thread. */
  void stop(String reason) {
    stop.now(reason);
    route.threshold().complete();
  }

  /** Ends the warm-up of a store that closes. Under the store's write lock: no read follows. */
  void storeCloses() {
    stop("the store closes");
    releaseFiles();
  }

  /** Ends the warm-up of a compaction that was not committed. */
  void discard() {
    drop("not committed");
    source.discardSoon();
  }

  /** Ends the warm-up of a compaction whose change was made before, without a route. */
  void drop() {
    drop("another change has switched the reads");
    source.releaseSoon();
  }

  private void drop(String reason) {
    stop(reason);
    releaseFiles();
    LOG.info("warm-up dropped: {} {} reason={}", name, store, reason);
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    started = true;
    if (!stop.isStopped() && !findSource()) {
      shared.metrics().replicaUnserved();
      releaseRoute();
      LOG.info("warm-up dropped: {} {} reason={}", name, store, stop.reason());
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
        files.outputBytes(),
        source);
    boolean through = false;
    try {
      through = !stop.isStopped() && warm();
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
            files.outputs(source.supplies(name)),
            files.inputs(),
            store.region(),
            new WarmCache(store.cache(), store.inMemory()),
            shared.pace(settings.strategy()),
            isAdaptive() && !whole,
            settings.stepBytes(),
            settings.window());
    return new Warmup(plan, route.threshold(), stop.control(), meter).run();
  }

  private void failed(Exception e) {
    if (stop.isStopped()) {
      LOG.debug("warm-up stopped: {} {} reason={}", name, store, stop.reason(), e);
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
      store.passWriteLock(pinned::isReleased);
      releaseFiles();
    }
    owner.released(this);
    store.inputsReleased();
  }

  private void end(boolean through, long nanos) {
    releaseRoute();
    shared.metrics().stopped(through, meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes={} hdfsBytes={} skippedBlocks={} evictedBlocks={}"
            + " lostChunks={} refusedBlocks={} storeGets={}{}",
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
        meter.storeGets(),
        through ? "" : " reason=" + stop.reason());
    source.releaseSoon(); // the next warm-up must not wait for a failed server
  }

  private void releaseFiles() {
    if (pinned != null) {
      pinned.release();
    }
  }
}
