// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.remote.ChunkRef;
import io.lighter.regionserver.warmup.remote.RemoteChunks;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves block-cache misses on the files of one output from the compaction server that retains the
 * output (strategy {@code remote}; paper, §5.3.2).
 *
 * <p>A miss fetches the whole chunk around the block, since its other blocks will be missed next.
 * Readers that miss blocks of the same chunk wait for one fetch, for {@value #PATIENCE_MS} ms at
 * most. After that the reader goes to HDFS, as do all others until the server has answered. A
 * server that hangs thus costs a read a second, and does not block the region server's handlers.
 * For a full cache there are a few attempts, and then a pause for the chunk ({@link ReaderFetch}).
 *
 * <p>The reads end early, since other jobs need the compaction server's memory: when every chunk
 * was fetched, after a while without a miss ({@code lighter.warmup.remote.idle}), at the deadline,
 * when the store closes, or without a commit. Thread-safe; {@code this} is the lock of the
 * beginning and the end.
 */
final class RemoteReads implements WarmupScheduler.Warming {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteReads.class);

  /** Reason of the end for an output that HBase gave up. */
  private static final String NOT_COMMITTED = "not committed";

  /** Time limit of the commit after HBase opens the output; after a later commit, HDFS is read. */
  private static final long COMMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  private static final long PATIENCE_MS = 1_000;

  private final StoreParts store;
  private final RegionServerWarmups shared;
  private final RemoteChunks remote;
  private final Consumer<RemoteReads> whenEnded;
  private final WarmCache cache;
  private final WarmupMeter meter = new WarmupMeter();

  /** Ends the waiting for a full cache when these reads end. */
  private final WarmupControl control = new WarmupControl(() -> false);

  /** Paths of the committed files by name; empty before {@link #start}. Written under this. */
  private volatile Map<String, Path> paths = Map.of();

  private final long startNanos = System.nanoTime();
  private final long deadlineNanos;
  private final long idleNanos;
  private final WarmupState state;

  /** Chunks by file and offset of the first block. Filled before {@link #ready}. */
  private final Map<String, NavigableMap<Long, Part>> parts = new ConcurrentHashMap<>();

  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicInteger missing = new AtomicInteger();
  private final AtomicLong chunkBytes = new AtomicLong();
  private volatile boolean ready;

  /** Whether a chunk is late: a reader's wait has timed out, and the fetch has not ended since. */
  private volatile boolean overdue;

  /** Time of the start, or of the last chunk that a reader needed. */
  private volatile long lastMissNanos;

  /** Whether the files were committed; files opened only for validation are not counted. */
  private volatile boolean started; // written under this

  private volatile boolean ended; // written under this

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
    this.idleNanos = settings.remoteIdle().toNanos();
    this.state =
        new WarmupState(
            WarmupId.of(remote.output().job()),
            Optional.of(remote.output().job()),
            store,
            settings.strategy().configName(),
            meter,
            System::nanoTime);
  }

  RetainedOutput output() {
    return remote.output();
  }

  /**
   * Starts after the commit of the output. Does not wait.
   *
   * @param committed files of the output; other files that the compaction server lists are ignored
   */
  void start(Collection<HStoreFile> committed) {
    synchronized (this) {
      if (ended) {
        return;
      }
      paths =
          committed.stream()
              .map(HStoreFile::getPath)
              .collect(Collectors.toUnmodifiableMap(Path::getName, Function.identity()));
      lastMissNanos = System.nanoTime(); // before the first tick reads it
      started = true;
      shared.metrics().started();
    }
    try {
      shared.readers().execute(this::run);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The region server stops, or cannot start a thread; the commit goes on.
      end(false, e.toString());
    }
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  @Override
  public int percent() {
    int all = chunks.get();
    int done = all == 0 ? 0 : 100 - 100 * missing.get() / all;
    return started ? done : -1;
  }

  @Override
  public WarmupReport report() {
    return state.report(Math.max(0, percent()) / 100.0, chunkBytes.get());
  }

  /** Lists the chunks, and caches the index and Bloom blocks. */
  @Override
  public void run() {
    LOG.info(
        "warm-up started: {} {} strategy=remote from={}", output().job(), store, output().server());
    try {
      List<FileChunks> files = remote.list();
      for (int number = 0; number < files.size(); number++) {
        FileChunks file = files.get(number);
        Path path = paths.get(file.getName());
        if (path == null || parts.containsKey(file.getName())) {
          LOG.warn(
              "listed file ignored, not of the output or listed twice: {} server={} file={}",
              output().job(),
              output().server(),
              file.getName());
          continue;
        }
        NavigableMap<Long, Part> data = new TreeMap<>();
        for (int i = 0; i < file.getChunkCount(); i++) {
          Part part = new Part(new ChunkRef(number, file.getName(), i, file.getChunk(i)), path);
          chunkBytes.addAndGet(file.getChunk(i).getRawBytes());
          switch (file.getChunk(i).getKind()) {
            case DATA -> data.put(part.chunk.info().getFirstOffset(), part);
            case INDEX_AND_BLOOM -> part.fetchNow(false);
            case KIND_UNSPECIFIED -> {} // a later version's kind; HDFS has its blocks, too
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
      LOG.warn("misses are read from HDFS: {} reason={}", output().job(), e.toString());
      end(false, "no chunks");
    }
    if (ended) {
      forgetChunks(); // the reads may have ended meanwhile
    }
  }

  /** Frees the chunks, since the file's reader keeps this object while the file is open. */
  private void forgetChunks() {
    parts.clear();
  }

  @Override
  public boolean isMoving() {
    return false;
  }

  @Override
  public boolean isAdaptive() {
    return false;
  }

  @Override
  public void tick() {
    if (!store.isOpen()) {
      end(false, "the region closes");
    } else if (!started && System.nanoTime() - startNanos > COMMIT_NANOS) {
      end(false, NOT_COMMITTED);
    } else if (System.nanoTime() - deadlineNanos > 0) {
      end(false, "deadline");
    } else if (remote.isGivenUp()) {
      end(false, "the compaction server does not deliver");
    } else if (started && System.nanoTime() - lastMissNanos > idleNanos) {
      end(true, ""); // all blocks that were read are warm
    } else {
      remote.renew();
    }
  }

  /** Ends the reads, without waiting and without a call on this thread; throws nothing. */
  void stop(String reason) {
    stop(reason, remote::releaseSoon);
  }

  /** Ends the reads of an output that is not committed, as {@link #stop} does. */
  void discard() {
    stop(NOT_COMMITTED, remote::discardSoon);
  }

  private void stop(String reason, Runnable release) {
    try {
      shared.background(() -> end(false, reason, release));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // a later tick ends the reads
      LOG.info(
          "remote reads not ended yet: {} reason={} cause={}",
          output().job(),
          reason,
          e.toString());
    }
  }

  /**
   * Caches the chunk around a block that a reader has missed.
   *
   * @return false if there is no such chunk, or it did not arrive, so that HDFS has to be read
   */
  boolean load(String file, long offset) {
    NavigableMap<Long, Part> data = ready && !ended ? parts.get(file) : null;
    Map.Entry<Long, Part> entry = data == null ? null : data.floorEntry(offset);
    return entry != null
        && offset < entry.getValue().chunk.info().getEndOffset()
        && !overdue
        && entry.getValue().load();
  }

  private void end(boolean through, String reason) {
    end(through, reason, remote::releaseSoon);
  }

  private void end(boolean through, String reason, Runnable release) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    control.stop();
    forgetChunks();
    shared.scheduler().unwatch(this);
    whenEnded.accept(this);
    release.run(); // does not wait: other warm-ups' ticks must not wait for a failed server
    if (!started) {
      return;
    }
    long nanos = System.nanoTime() - startNanos;
    shared.metrics().stopped(through, meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes={} hdfsBytes=0 unreadChunks={} refusedBlocks={}{}",
        through ? "completed" : "ended",
        output().job(),
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.remoteBytes(),
        missing.get(),
        meter.refusedBlocks(),
        through ? "" : " reason=" + reason);
  }

  /** A chunk that is fetched once. */
  private final class Part {
    private final ChunkRef chunk;
    private final Path file;
    private final ReaderFetch fetch;

    Part(ChunkRef chunk, Path file) {
      this.chunk = chunk;
      this.file = file;
      this.fetch = new ReaderFetch(() -> fetchNow(true), shared.readers(), System::nanoTime);
    }

    /** Loads the chunk for a reader, as the class comment says. */
    boolean load() {
      if (!fetch.isLoaded()) {
        lastMissNanos = System.nanoTime();
      }
      try {
        CompletableFuture<Boolean> fetching = fetch.begun();
        try {
          return fetching.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          LOG.debug("chunk late: {} chunk={}", output().job(), chunk, e);
          overdue = true;
          var unused = fetching.whenComplete((done, failure) -> overdue = false);
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException | RejectedExecutionException | OutOfMemoryError e) {
        // The region server stops, or temporarily lacks memory or threads.
        LOG.info(
            "chunk is read from HDFS: {} chunk={} reason={}", output().job(), chunk, e.toString());
        return false;
      }
    }

    /**
     * Fetches the chunk on the calling thread. Blocks that were cached before a refusal stay.
     *
     * @param readerWaits whether a reader waits, which shortens the waiting for a full cache
     */
    ReaderFetch.Outcome fetchNow(boolean readerWaits) {
      try {
        Chunk decoded = remote.decode(remote.newDecoder(), remote.fetch(chunk), chunk);
        if (!insert(decoded.blocks(), readerWaits)) {
          return ReaderFetch.Outcome.REFUSED;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ReaderFetch.Outcome.FAILED;
      } catch (IOException e) {
        LOG.info(
            "chunk is read from HDFS: {} chunk={} reason={}", output().job(), chunk, e.toString());
        return ReaderFetch.Outcome.FAILED;
      }
      if (chunk.info().getKind() == ChunkInfo.Kind.DATA
          && missing.decrementAndGet() == 0
          && ready) {
        shared.background(() -> end(true, ""));
      }
      return ReaderFetch.Outcome.LOADED;
    }

    private boolean insert(List<ChunkBlock> blocks, boolean readerWaits)
        throws InterruptedException {
      if (readerWaits) {
        return cache.insertForReader(file, blocks, control, meter);
      }
      for (ChunkBlock block : blocks) {
        if (!cache.insert(file, block.block(), control, meter)) {
          return false;
        }
      }
      return true;
    }
  }
}
