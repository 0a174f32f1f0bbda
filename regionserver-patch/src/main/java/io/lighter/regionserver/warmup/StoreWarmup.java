package io.lighter.regionserver.warmup;

import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.remote.RemoteChunks;
import io.lighter.regionserver.warmup.remote.RemoteSupply;
import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.NewFile;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.Warmup;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import java.io.IOException;
import java.io.InterruptedIOException;
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
 * One warm-up of one store, from the commit of a compaction until reads use nothing but its output.
 *
 * <p>It holds a reference on each input, or HBase would close and archive it. Letting go of them is
 * in this order: no read is routed to them any more; the store's write lock was had once, so every
 * read that was being routed has counted references of its own; then the references go. When the
 * store closes, the write lock is held already.
 *
 * <p>Thread-safe. The region server may stop, and the store close, at any time; what is committed
 * is not touched, and the store opens with the output alone.
 */
final class StoreWarmup implements WarmupScheduler.Warming {
  private static final Logger LOG = LoggerFactory.getLogger(StoreWarmup.class);

  private final WarmupId id;
  private final StoreParts store;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final Route<HStoreFile> route;
  private final Owner owner;

  /** Null: no compaction server keeps the output. */
  private final RemoteChunks remote;

  private final WarmupControl control;
  private final WarmupMeter meter = new WarmupMeter();
  private final long deadlineNanos;

  /** On disk. */
  private final long bytes;

  private final long uncompressedBytes;
  private final WarmupState state;

  /** The inputs; null until {@link #holdFiles}, and where nothing is evicted. */
  private volatile HeldFiles held;

  private volatile boolean started;

  /** Whose warm-up it is; called once each, in this order. */
  interface Owner {
    /** No read shall be routed to the inputs any more. They are still held. */
    void ended(StoreWarmup warmup);

    /** The inputs were let go of; until then the store that closes has to do it. */
    void released(StoreWarmup warmup);
  }

  /** Why it was stopped; empty while it was not. Written before the control stops. */
  private volatile String stopReason = "";

  /**
   * A warm-up of a compaction that is about to be committed.
   *
   * @param route without old files: nothing is evicted
   * @param deadline from now
   * @param remote null: the blocks come from HDFS
   * @param owner told by {@link #run}
   */
  StoreWarmup(
      WarmupId id,
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      Route<HStoreFile> route,
      Duration deadline,
      RemoteChunks remote,
      Owner owner) {
    this.id = id;
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.route = route;
    this.remote = remote;
    this.owner = owner;
    this.control = new WarmupControl(this::isUnwanted);
    this.bytes = Math.max(1, bytes(route.newFiles()));
    this.uncompressedBytes =
        readers(route.newFiles()).stream()
            .mapToLong(file -> file.getTrailer().getTotalUncompressedBytes())
            .sum();
    this.state =
        new WarmupState(
            id.reported(),
            Optional.ofNullable(remote).map(chunks -> chunks.output().job()),
            store,
            settings.strategy().configName(),
            meter,
            System::nanoTime);
    this.deadlineNanos = System.nanoTime() + deadline.toNanos();
  }

  Route<HStoreFile> route() {
    return route;
  }

  /** Keeps the inputs open; before the commit. */
  void holdFiles() {
    held = new HeldFiles(route.oldFiles());
  }

  /**
   * What a later compaction took stays as long as the inputs do: see {@link HeldFiles}. Under the
   * store's write lock.
   */
  void compacted(Collection<HStoreFile> later) {
    if (held != null) {
      held.compacted(later);
    }
  }

  /** See {@link HeldFiles#report}. Under the store's write lock. */
  void report(Collection<HStoreFile> inputs, Supplier<Runnable> begin) {
    if (held != null) {
      held.report(inputs, begin);
    }
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  /** By bytes on disk. */
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
      stop(stopReason); // reads use the output, also while this waits for its turn
      shared.scheduler().skipTurn(this, shared::background); // its inputs can go
    } else if (remote != null && !remote.isGivenUp()) {
      remote.renew();
    }
  }

  /** Asked until it says yes, or until it is stopped for another reason. */
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

  /** Reads use the output from now on, warm or not. Does not wait for the thread that warms. */
  void stop(String reason) {
    if (!control.isStopped()) {
      stopReason = reason;
    }
    control.stop();
    route.threshold().complete();
  }

  /** The store closes, under its write lock: no read comes any more. */
  void storeCloses() {
    stop("the store closes");
    releaseFiles();
  }

  /** The compaction was not committed. */
  void discard() {
    stop("not committed");
    releaseFiles();
    LOG.info("warm-up dropped: {} {}: the compaction was not committed", id, store);
    if (remote != null) {
      remote.releaseSoon();
    }
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    started = true;
    shared.metrics().started();
    LOG.info(
        "warm-up started: {} {} strategy={} bytes={} from={}",
        id,
        store,
        settings.strategy().configName(),
        bytes,
        remote == null ? "hdfs" : remote.output().server());
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

  private boolean warm() throws IOException, InterruptedException {
    Warmup.Plan plan =
        new Warmup.Plan(
            newFiles(),
            readers(route.oldFiles()),
            store.region(),
            new WarmCache(store.cache(), store.inMemory()),
            shared.pace(settings.strategy()),
            settings.strategy() == WarmupStrategy.ADAPTIVE,
            settings.stepBytes(),
            settings.window());
    return new Warmup(plan, route.threshold(), control, meter).run();
  }

  private List<NewFile> newFiles() throws InterruptedException {
    Map<String, ChunkSupply> supplies = Map.of();
    if (remote != null) {
      try {
        supplies = remote.supplies();
      } catch (InterruptedIOException e) {
        throw RemoteSupply.asInterrupted(e);
      } catch (IOException e) {
        remote.giveUp();
        LOG.warn("{}: the blocks come from HDFS: {}", id, e.toString());
      }
    }
    List<NewFile> files = new ArrayList<>();
    for (HStoreFile file : route.newFiles()) {
      files.add(
          new NewFile(
              file.getReader().getHFileReader(),
              supplies.getOrDefault(file.getPath().getName(), ChunkSupply.NONE)));
    }
    return files;
  }

  private void failed(Exception e) {
    if (control.isStopped()) {
      LOG.debug("{} stopped: {}", id, stopReason, e);
    } else {
      stop(e.toString());
      LOG.warn("{} {}: warming failed, reads use the output as it is", id, store, e);
    }
  }

  private void end(boolean through, long nanos) {
    route.threshold().complete();
    owner.ended(this);
    if (held != null && !held.isReleased()) {
      store.passWriteLock();
      releaseFiles();
    }
    owner.released(this);
    shared.metrics().stopped(through, meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes={} hdfsBytes={} skippedBlocks={} evictedBlocks={}"
            + " lostChunks={} refusedBlocks={}{}",
        through ? "completed" : "ended",
        id,
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.remoteBytes(),
        meter.fileBytes(),
        meter.skippedBlocks(),
        meter.evictedBlocks(),
        meter.lostChunks(),
        meter.refusedBlocks(),
        through ? "" : " reason=" + stopReason);
    if (remote != null) {
      remote.releaseSoon(); // the next warm-up does not wait for a dead server
    }
  }

  private void releaseFiles() {
    if (held != null) {
      held.release();
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
