// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockForm;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks of one job's outputs while HBase writes them. Confined to the job's worker thread.
 *
 * <p>A failure in here costs the chunks that are being made, and never reaches the compaction.
 */
public final class OutputCapture implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputCapture.class);

  private final CompactionJobId job;
  private final OutputOrigin origin;
  private final ResidentRows rows;
  private final OutputCache cache;
  private final ChunkMemory memory;
  private final CountedDrops events;
  private final ChunkBuilders builders;
  private final Executor press;
  private final Map<String, FileCapture> files = new HashMap<>();
  private boolean failed;

  OutputCapture(
      CompactionJobId job,
      OutputOrigin origin,
      ResidentRows rows,
      OutputCache cache,
      ChunkMemory memory,
      CacheEvents events,
      ChunkVersion version,
      int chunkBytes,
      Executor press) {
    this.job = job;
    this.origin = origin;
    this.rows = rows;
    this.cache = cache;
    this.memory = memory;
    this.events = new CountedDrops(events);
    this.builders = new ChunkBuilders(version, chunkBytes);
    this.press = press;
  }

  /**
   * The block cache of the job's region, which captures every cached block.
   *
   * @param store configuration of the store whose files are written
   */
  public BlockCache blockCache(Configuration store) {
    return new CapturingBlockCache(this, new BlockForm(store));
  }

  void add(String file, HFileBlock block, BlockForm form) {
    FileCapture capture =
        files.computeIfAbsent(file, name -> new FileCapture(rows, memory, events, builders, press));
    try {
      capture.add(form.asRead(block));
    } catch (IOException | RuntimeException | Error e) { // see the class comment
      capture.abandonChunks();
      logFailure(file, e);
    }
  }

  /**
   * Hands the chunks of these files over to the cache, which retains them until a release or the
   * end of the lease; drops all others.
   *
   * @param outputs file names in the order of the later list
   */
  public void keep(Collection<String> outputs) {
    Map<String, List<StoredChunk>> chunks = new LinkedHashMap<>();
    long written = 0;
    for (String output : outputs) {
      FileCapture capture = files.get(output);
      if (capture != null) {
        finish(output, capture);
        chunks.put(output, capture.chunks());
        written += capture.writtenBytes();
      }
    }
    outputs.forEach(files::remove); // from here on the cache frees them
    boolean lacksOnlyCold = !rows.isAll() && !failed && !events.dropped();
    cache.keep(job, origin, chunks, new OutputExtent(written, lacksOnlyCold));
  }

  private void finish(String file, FileCapture capture) {
    try {
      capture.finish();
    } catch (IOException | RuntimeException | Error e) { // see the class comment
      capture.abandonChunks();
      logFailure(file, e);
    }
  }

  /**
   * Logs the first failure only: later ones have the same cause, and there may be a million blocks.
   */
  private void logFailure(String file, Throwable e) {
    if (!failed) {
      LOG.warn("{} cannot capture a block of {}; it will be read from the file", job, file, e);
    }
    failed = true;
  }

  /** Drops the chunks that were not handed over. */
  @Override
  public void close() {
    files.values().forEach(FileCapture::close);
    files.values().forEach(file -> file.chunks().forEach(chunk -> chunk.frame().release()));
    files.clear();
  }
}
