package io.lighter.regionserver.warmup;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.SnappyLibrary;
import io.lighter.common.Uninterrupted;
import io.lighter.common.WarmupId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.remote.KeptOutput;
import io.lighter.warmup.Routing;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmupThreshold;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/**
 * The warm-ups of one store.
 *
 * <p>The protocol around a commit, on HBase's compaction thread:
 *
 * <ol>
 *   <li>references on the inputs are counted, for the commit makes them candidates for the archive;
 *   <li>HBase commits: tracker and WAL marker, which need no lock of the store, then the swap under
 *       its write lock. Within that lock the route is added ({@link #committed}): no read sees the
 *       output before T has moved;
 *   <li>the warm-up is queued, and its thread moves T.
 * </ol>
 *
 * <p>A crash after (2) leaves what HBase has committed. A failed commit leaves nothing.
 *
 * <p>Thread-safe; {@code this} is the lock of the list of warm-ups, taken inside the store's write
 * lock and never the other way round.
 */
public final class StoreWarmups {
  /** A third one ends the first: reads would be routed over ever more files. */
  private static final int MOST_AT_A_TIME = 2;

  /** Null: this store is never warmed. */
  private final RegionServerWarmups shared;

  private final StoreParts store;
  private final WarmupSettings settings;
  private final BooleanSupplier enabled;
  private final Routing<HStoreFile> routing;

  /** Runs a warm-up that the thread of a compaction waits for. */
  private final Consumer<Runnable> waiting;

  private final KeptOutputs kept = new KeptOutputs();

  /** With held files, also while they end; oldest first. Guarded by this. */
  private final List<StoreWarmup> warmups = new ArrayList<>();

  /** Serves misses from the compaction server ({@link WarmupStrategy#REMOTE}). Guarded by this. */
  private final List<RemoteReads> remoteReads = new ArrayList<>();

  /**
   * Inputs of compactions that somebody asked for, until a compaction has taken them. Thread-safe.
   */
  private final Set<HStoreFile> askedFor = ConcurrentHashMap.newKeySet();

  /** Of warm-ups that somebody asked for. Guarded by this. */
  private final Set<HeldFiles> held = new HashSet<>();

  /** Makes HBase's changes to its lists of files. */
  @FunctionalInterface
  public interface Commit {
    void run() throws IOException;
  }

  private final StoreWarmup.Owner owner =
      new StoreWarmup.Owner() {
        @Override
        public void ended(StoreWarmup warmup) {
          StoreWarmups.this.ended(warmup);
        }

        @Override
        public void released(StoreWarmup warmup) {
          StoreWarmups.this.released(warmup);
        }
      };

  private StoreWarmups(
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      BooleanSupplier enabled,
      Routing<HStoreFile> routing,
      Consumer<Runnable> waiting) {
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.enabled = enabled;
    this.routing = routing;
    this.waiting = waiting;
  }

  /** For a store that is never warmed. */
  public static StoreWarmups none() {
    return routedBy(new Routing<>(new LongAdder(), new LongAdder()));
  }

  /** For a store whose routes are somebody else's: a measurement's. */
  public static StoreWarmups routedBy(Routing<HStoreFile> routing) {
    return new StoreWarmups(null, null, null, () -> false, routing, Runnable::run);
  }

  /**
   * For a store that may be warmed.
   *
   * @param enabled asked before each warm-up
   * @param waiting runs, on the calling thread, a warm-up that the commit of a compaction waits for
   */
  public static StoreWarmups of(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      WarmupSettings settings,
      RegionServerWarmups shared,
      BooleanSupplier enabled,
      Consumer<Runnable> waiting) {
    return new StoreWarmups(
        new StoreParts(store, engine),
        settings,
        shared,
        enabled,
        new Routing<>(shared.metrics().below(), shared.metrics().above()),
        waiting);
  }

  /**
   * Whether a compaction server shall keep the output of a compaction.
   *
   * @param inputBytes sum of the inputs' lengths
   */
  public boolean wantsOutputKept(long inputBytes) {
    return shared != null
        && settings.strategy().wantsOutputKept()
        && inputBytes >= settings.minBytes()
        && isPossible()
        && !store.cachesPacked()
        && SnappyLibrary.isUsable()
        && BlockFormName.cached().isPresent();
  }

  /** Whether the compactions of the store stay local and cache their output as they write it. */
  public boolean writesThrough() {
    return shared != null && settings.strategy() == WarmupStrategy.WRITE_THROUGH;
  }

  /**
   * Somebody asked for a compaction that is about to run, and may wait for its end: HBase's {@code
   * MajorCompactor} takes input files that are still in the store's folder, some time after that
   * end, for a failure. HBase reports the compaction until no warm-up holds its inputs.
   */
  public void askedFor(Collection<HStoreFile> inputs) {
    if (shared != null && settings.isReported()) {
      askedFor.addAll(inputs);
    }
  }

  /** A compaction server keeps these files; their commit follows. */
  public void kept(List<String> files, KeptOutput output) {
    kept.add(files, output);
  }

  /** The cache through which a file that is about to be opened shall be read, if not HBase's. */
  public Optional<BlockCache> cacheFor(String file) {
    if (shared == null || settings.strategy() != WarmupStrategy.REMOTE) {
      return Optional.empty();
    }
    return kept.find(file)
        .map(output -> new RemoteBlockCache(store.cache(), remoteReads(output), file));
  }

  /** See {@link RoutedStoreFileManager#getFilesForScan}. */
  Collection<HStoreFile> route(byte[] startRow, Collection<HStoreFile> current) {
    return routing.route(startRow, current);
  }

  /**
   * Commits a compaction, and warms its output as the strategy says.
   *
   * <p>Nothing from before the commit, be it an interrupt or an {@link Error} of a warm-up, keeps
   * it from its work: the output is in the store's folder already, and HBase would leave it there,
   * where the next one to open the region finds it beside whatever the inputs have become.
   *
   * @param hbases HBase's own part
   */
  public void commit(
      Collection<HStoreFile> oldFiles, Collection<HStoreFile> newFiles, Commit hbases)
      throws IOException {
    Commit commit = () -> runUninterrupted(hbases);
    Optional<KeptOutput> output = kept.take(newFiles);
    if (!applies(oldFiles, newFiles)) {
      commit.run();
      output.ifPresent(this::forget);
      return;
    }
    switch (settings.strategy()) {
      case NONE, WRITE_THROUGH -> commit.run();
      case REMOTE -> commitRemote(output, newFiles, commit);
      case PRE_SWITCH -> {
        Route<HStoreFile> route =
            new Route<>(List.of(), List.copyOf(newFiles), new WarmupThreshold());
        StoreWarmup warmup = warmup(route, settings.preSwitchDeadline(), output);
        shared.scheduler().watch(warmup);
        try {
          waiting.accept(warmup::run);
        } finally {
          shared.scheduler().unwatch(warmup);
          commit.run();
        }
      }
      case INCREMENTAL, THROTTLED, ADAPTIVE ->
          commitGradually(
              new Route<>(List.copyOf(oldFiles), List.copyOf(newFiles), new WarmupThreshold()),
              output,
              commit);
    }
  }

  private static void runUninterrupted(Commit commit) throws IOException {
    Uninterrupted.call(
        () -> {
          commit.run();
          return null;
        });
  }

  private void commitRemote(
      Optional<KeptOutput> output, Collection<HStoreFile> newFiles, Commit commit)
      throws IOException {
    boolean committed = false;
    try {
      commit.run();
      committed = true;
    } finally {
      if (committed) {
        output.map(this::remoteReads).ifPresent(reads -> reads.start(newFiles));
      } else {
        output.ifPresent(this::forget);
      }
    }
  }

  private void commitGradually(Route<HStoreFile> route, Optional<KeptOutput> output, Commit commit)
      throws IOException {
    StoreWarmup warmup = warmup(route, settings.deadline(), output);
    warmup.holdFiles();
    synchronized (this) {
      warmups.add(warmup);
    }
    boolean committed = false;
    try {
      commit.run();
      committed = true;
    } finally {
      if (!committed) {
        warmup.discard();
        forget(warmup);
      }
    }
    shared.scheduler().submit(warmup);
  }

  /**
   * The output is visible from now on. Under the store's write lock.
   *
   * <p>Of a compaction that is not warmed there is no route. It ends the warm-up whose output it
   * compacted: reads above that one's threshold would get both its inputs and what the later
   * compaction made of them, where delete markers that the inputs need are gone.
   */
  synchronized void committed(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> newFiles) {
    if (shared != null && store.hasReplicas()) {
      held.forEach(files -> files.compacted(compactedFiles));
      warmups.forEach(warmup -> warmup.compacted(compactedFiles));
    }
    if (askedFor.removeAll(compactedFiles)) { // HBase's thread still reports the compaction
      held.forEach(files -> files.report(compactedFiles, store::reportCompaction));
      warmups.forEach(warmup -> warmup.report(compactedFiles, store::reportCompaction));
    }
    boolean routed = false;
    for (StoreWarmup warmup : warmups) {
      if (newFiles.containsAll(warmup.route().newFiles())) {
        routing.add(warmup.route());
        routed = true;
      }
    }
    if (!routed) {
      warmups.stream()
          .filter(warmup -> !Collections.disjoint(warmup.route().newFiles(), compactedFiles))
          .forEach(warmup -> warmup.stop("a compaction that is not warmed took its output"));
    }
    warmups.stream()
        .limit(Math.max(0, warmups.size() - MOST_AT_A_TIME))
        .forEach(warmup -> warmup.stop("two later compactions wait"));
  }

  /** No read comes any more. Under the store's write lock. */
  synchronized void storeCloses() {
    warmups.forEach(StoreWarmup::storeCloses);
    held.forEach(HeldFiles::release);
    remoteReads.forEach(reads -> reads.stop("the store closes"));
  }

  /** Holds files until {@link #release}, or until the store closes. Under the store's read lock. */
  synchronized HeldFiles hold(List<HStoreFile> files) {
    HeldFiles holding = new HeldFiles(files);
    held.add(holding);
    return holding;
  }

  public synchronized void release(HeldFiles files) {
    files.release();
    held.remove(files);
  }

  private boolean applies(Collection<HStoreFile> oldFiles, Collection<HStoreFile> newFiles) {
    return shared != null
        && !oldFiles.isEmpty()
        && !newFiles.isEmpty()
        && StoreWarmup.bytes(newFiles) >= settings.minBytes()
        && isPossible();
  }

  /**
   * A secondary replica's files are those of the primary as it last looked; it switches at once,
   * for its memstore is not kept for the old ones.
   */
  private boolean isPossible() {
    return store.isPrimary()
        && !store.isSystemTable()
        && store.cachesData()
        && store.isOpen()
        && enabled.getAsBoolean();
  }

  private StoreWarmup warmup(
      Route<HStoreFile> route, Duration deadline, Optional<KeptOutput> output) {
    WarmupId id = output.map(kept -> WarmupId.of(kept.job())).orElseGet(WarmupId::random);
    return new StoreWarmup(
        id,
        store,
        settings,
        shared,
        route,
        deadline,
        output.map(shared::chunksOf).orElse(null),
        owner);
  }

  /**
   * Warm-ups end in the order of their commits, unless a thread was held up before it submitted its
   * own. An earlier one, whose output this one's compaction took, then ends with it: its route
   * would add its inputs to this one's output, where delete markers that they need are gone.
   */
  private synchronized void ended(StoreWarmup warmup) {
    warmups.stream()
        .filter(
            earlier -> !Collections.disjoint(earlier.route().newFiles(), warmup.route().oldFiles()))
        .forEach(earlier -> earlier.stop("a later compaction took its output and is warm"));
    routing.remove(warmup.route());
  }

  private synchronized void forget(StoreWarmup warmup) {
    released(warmup);
    routing.remove(warmup.route());
  }

  private synchronized void released(StoreWarmup warmup) {
    warmups.remove(warmup);
  }

  /** A warm-up would not pay, or was not committed: the compaction server need not keep it. */
  private void forget(KeptOutput output) {
    Optional<RemoteReads> reads = openRemoteReads(output);
    if (reads.isPresent()) {
      reads.get().stop(RemoteReads.NOT_COMMITTED);
    } else {
      shared.chunksOf(output).releaseSoon();
    }
  }

  /** It ends by itself, also when the output that HBase opens is never committed. */
  private synchronized RemoteReads remoteReads(KeptOutput output) {
    Optional<RemoteReads> open = openRemoteReads(output);
    if (open.isPresent()) {
      return open.get();
    }
    RemoteReads reads =
        new RemoteReads(store, settings, shared, shared.chunksOf(output), this::forget);
    remoteReads.add(reads);
    shared.scheduler().watch(reads);
    return reads;
  }

  private synchronized Optional<RemoteReads> openRemoteReads(KeptOutput output) {
    return remoteReads.stream().filter(reads -> reads.output().equals(output)).findAny();
  }

  private synchronized void forget(RemoteReads reads) {
    remoteReads.remove(reads);
  }
}
