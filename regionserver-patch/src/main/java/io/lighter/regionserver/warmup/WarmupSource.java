// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.regionserver.warmup.remote.RemoteChunks;
import io.lighter.regionserver.warmup.remote.RemoteSupply;
import io.lighter.warmup.ChunkSupply;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a warm-up gets its blocks from: HDFS, or a compaction server that retains the output. A
 * secondary replica has to find that server first. Thread-safe, except that one thread finds.
 */
final class WarmupSource {
  private static final Logger LOG = LoggerFactory.getLogger(WarmupSource.class);

  /** Finds the retained output; null if the output is known, or comes from HDFS. */
  private final Search search;

  /** Retained chunks of the output; null if they come from HDFS, or are not found yet. */
  private volatile RemoteChunks chunks;

  /** Finds the chunks of an output, within a deadline. */
  @FunctionalInterface
  interface Search {
    /**
     * Searches.
     *
     * @return empty if no server retains the output, or none answered
     * @throws InterruptedIOException only if this thread was interrupted
     */
    Optional<RemoteChunks> run() throws InterruptedIOException;
  }

  private WarmupSource(Search search, RemoteChunks chunks) {
    this.search = search;
    this.chunks = chunks;
  }

  /** The source of an output that no compaction server retains. */
  static WarmupSource hdfs() {
    return new WarmupSource(null, null);
  }

  static WarmupSource of(RemoteChunks chunks) {
    return new WarmupSource(null, chunks);
  }

  /** The source of an output that a secondary replica has yet to find. */
  static WarmupSource searchedBy(Search search) {
    return new WarmupSource(search, null);
  }

  /**
   * Finds the server, on the calling thread, if that is necessary.
   *
   * @return false if no server retains the output
   */
  boolean find() throws InterruptedException {
    if (search == null) {
      return true;
    }
    try {
      search.run().ifPresent(found -> chunks = found);
    } catch (InterruptedIOException e) {
      throw RemoteSupply.asInterrupted(e);
    }
    return chunks != null;
  }

  /**
   * The chunks by file name; none if the server fails, which is then given up.
   *
   * @param warmup name of the warm-up in the logs
   */
  Map<String, ChunkSupply> supplies(String warmup) throws InterruptedException {
    RemoteChunks remote = chunks;
    if (remote == null) {
      return Map.of();
    }
    try {
      return remote.supplies();
    } catch (InterruptedIOException e) {
      throw RemoteSupply.asInterrupted(e);
    } catch (IOException e) {
      remote.giveUp();
      LOG.warn("{}: the blocks come from HDFS: {}", warmup, e.toString());
      return Map.of();
    }
  }

  /** Renews the lease on the output, without waiting. */
  void renew() {
    RemoteChunks remote = chunks;
    if (remote != null && !remote.isGivenUp()) {
      remote.renew();
    }
  }

  /** Releases the output, without waiting. */
  void releaseSoon() {
    RemoteChunks remote = chunks;
    if (remote != null) {
      remote.releaseSoon();
    }
  }

  /** Releases an output that is not committed, for all replicas, without waiting. */
  void discardSoon() {
    RemoteChunks remote = chunks;
    if (remote != null) {
      remote.discardSoon();
    }
  }

  /** Name in the logs; with the job if the warm-up's own name does not have it. */
  @Override
  public String toString() {
    RemoteChunks remote = chunks;
    if (remote == null) {
      return "hdfs";
    }
    return search == null
        ? remote.output().server().toString()
        : remote.output().server()
            + " replica="
            + remote.output().replica()
            + " job="
            + remote.output().job();
  }
}
