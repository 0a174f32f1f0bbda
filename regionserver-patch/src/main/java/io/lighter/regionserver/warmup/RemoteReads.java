package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.WarmupMeter;
import io.lighter.warmup.chunk.Chunk;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves block-cache misses on the files of one output from the compaction server that keeps it
 * (strategy {@code remote}; paper, §5.3.2).
 *
 * <p>A miss fetches the whole chunk around it, since its other blocks will be missed next. Readers
 * that miss blocks of the same chunk wait for one fetch; a fetch that fails leaves the reader to
 * HDFS. It is over when every chunk was fetched, or at the deadline, or when the store closes.
 * Thread-safe.
 */
final class RemoteReads implements WarmupScheduler.Warming {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteReads.class);

  private final StoreParts store;
  private final RegionServerWarmups shared;
  private final RemoteChunks remote;
  private final Consumer<RemoteReads> whenEnded;
  private final WarmCache cache;
  private final WarmupMeter meter = new WarmupMeter();
  private final long startNanos = System.nanoTime();
  private final long deadlineNanos;
  private final AtomicBoolean ended = new AtomicBoolean();

  /** By file and offset of the first block. Filled before {@link #ready}. */
  private final Map<String, NavigableMap<Long, Part>> parts = new ConcurrentHashMap<>();

  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicInteger missing = new AtomicInteger();
  private volatile boolean ready;

  /** The files were committed; what was only opened to be validated is not counted. */
  private volatile boolean started;

  RemoteReads(
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      RemoteChunks remote,
      Consumer<RemoteReads> whenEnded) {
    this.store = store;
    this.shared = shared;
    this.remote = remote;
    this.whenEnded = whenEnded;
    this.cache = new WarmCache(store.cache(), store.inMemory());
    this.deadlineNanos = startNanos + settings.deadline().toNanos();
  }

  KeptOutput output() {
    return remote.output();
  }

  /** The files were committed. Does not wait. */
  void start() {
    started = true;
    shared.metrics().started();
    shared.scheduler().watch(this);
    shared.background(this::run);
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  @Override
  public int percent() {
    int all = chunks.get();
    return all == 0 ? 0 : 100 - 100 * missing.get() / all;
  }

  /** Learns what there is, and caches the index and Bloom blocks. */
  @Override
  public void run() {
    LOG.info(
        "warm-up started: {} {} strategy=remote from={}", output().job(), store, output().server());
    try {
      List<FileChunks> files = remote.list();
      for (int number = 0; number < files.size(); number++) {
        FileChunks file = files.get(number);
        NavigableMap<Long, Part> data = new TreeMap<>();
        for (int i = 0; i < file.getChunkCount(); i++) {
          Part part = new Part(new ChunkRef(number, file.getName(), i, file.getChunk(i)));
          switch (file.getChunk(i).getKind()) {
            case DATA -> data.put(part.chunk.info().getFirstOffset(), part);
            case INDEX_AND_BLOOM -> part.load();
            case KIND_UNSPECIFIED -> {} // of a later version: the file has it, too
          }
        }
        chunks.addAndGet(data.size());
        missing.addAndGet(data.size());
        parts.put(file.getName(), data);
      }
      ready = true;
      if (missing.get() == 0) {
        end(true, "");
      }
    } catch (IOException e) {
      shared.metrics().fellBack();
      LOG.warn("{}: misses are read from HDFS: {}", output().job(), e.toString());
      end(false, "no chunks");
    }
  }

  @Override
  public void tick() {
    if (!store.isOpen()) {
      end(false, "the region closes");
    } else if (System.nanoTime() - deadlineNanos > 0) {
      end(false, "deadline");
    } else if (remote.isGivenUp()) {
      end(false, "the compaction server does not deliver");
    } else {
      remote.renew();
    }
  }

  /** Does not wait, nor call the compaction server on this thread. */
  void stop() {
    shared.background(() -> end(false, "the store closes"));
  }

  /**
   * Caches the chunk around a block that a reader has missed.
   *
   * @return false if there is none, or it did not come: the block has to be read from HDFS
   */
  boolean load(String file, long offset) {
    NavigableMap<Long, Part> data = ready && !ended.get() ? parts.get(file) : null;
    Map.Entry<Long, Part> entry = data == null ? null : data.floorEntry(offset);
    return entry != null
        && offset < entry.getValue().chunk.info().getEndOffset()
        && entry.getValue().load();
  }

  private void end(boolean through, String reason) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    shared.scheduler().unwatch(this);
    whenEnded.accept(this);
    remote.release();
    if (!started) {
      return;
    }
    long nanos = System.nanoTime() - startNanos;
    shared.metrics().stopped(through, meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes={} hdfsBytes=0{}",
        through ? "completed" : "ended",
        output().job(),
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.remoteBytes(),
        through ? "" : " reason=" + reason);
  }

  /** A chunk that is fetched once. */
  private final class Part {
    private final ChunkRef chunk;

    /** Guarded by this. */
    private boolean loaded;

    Part(ChunkRef chunk) {
      this.chunk = chunk;
    }

    /** Readers of the same chunk wait here for the first one's fetch, which has a deadline. */
    synchronized boolean load() {
      if (loaded) {
        return true;
      }
      try {
        Chunk decoded = remote.decode(remote.newDecoder(), remote.fetch(chunk), chunk);
        decoded.blocks().forEach(block -> cache.insert(chunk.file(), block.block(), meter));
        loaded = true;
      } catch (IOException e) {
        LOG.info("{}: {} is read from HDFS: {}", output().job(), chunk, e.toString());
        return false;
      }
      if (chunk.info().getKind() == ChunkInfo.Kind.DATA
          && missing.decrementAndGet() == 0
          && ready) {
        shared.background(() -> end(true, ""));
      }
      return true;
    }
  }
}
