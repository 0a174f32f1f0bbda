// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.regionserver.channel.ChunkChannel;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.channel.ChunkNotRetainedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chunk channel of one output, if there is one. The channel is given up if it cannot be opened,
 * and at its first failure, and is not opened again. Thread-safe.
 */
final class OutputChannel implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputChannel.class);

  private final RetainedOutput output;
  private final ChunkChannels channels;
  private final Duration timeout;
  private final WarmupMetrics metrics;

  /** The open channel; null if there is none. */
  private final AtomicReference<ChunkChannel> current = new AtomicReference<>();

  private volatile boolean closed;

  /**
   * Creates an output without a channel.
   *
   * @param timeout time limit of each request
   */
  OutputChannel(
      RetainedOutput output, ChunkChannels channels, Duration timeout, WarmupMetrics metrics) {
    this.output = output;
    this.channels = channels;
    this.timeout = timeout;
    this.metrics = metrics;
  }

  /** Whether to request a channel from the compaction server. */
  boolean isWanted() {
    return channels.areAllowed();
  }

  /** Opens an offered channel, and waits until it is open or given up. */
  void open(ChunkChannelOffer offer) {
    try {
      ChunkChannel opened = channels.open(output.server().getHostname(), offer, timeout);
      metrics.channelOpened();
      ChunkChannel before = current.getAndSet(opened);
      if (before != null) {
        before.close();
      }
      if (closed) { // meanwhile, by another thread
        close();
      }
    } catch (IOException e) {
      metrics.channelGivenUp();
      LOG.warn("{}: chunks of {} come over RPC: {}", output.job(), output.server(), e.toString());
    }
  }

  /** Requests a frame; empty if there is no channel. */
  Optional<CompletableFuture<ByteBuffer>> request(ChunkRef chunk) {
    ChunkChannel channel = current.get();
    if (channel == null) {
      return Optional.empty();
    }
    return Optional.of(
        channel
            .request(
                chunk.fileNumber(), chunk.index(), Math.toIntExact(chunk.info().getFrameBytes()))
            .whenComplete(
                (frame, failure) -> {
                  if (failure != null && !(failure instanceof ChunkNotRetainedException)) {
                    giveUp(channel, failure);
                  }
                }));
  }

  private void giveUp(ChunkChannel channel, Throwable why) {
    if (current.compareAndSet(channel, null)) {
      channel.close();
      metrics.channelGivenUp();
      LOG.warn(
          "{}: the rest of the chunks of {} comes over RPC: {}",
          output.job(),
          output.server(),
          why.toString());
    }
  }

  /** Closes the channel without waiting. */
  @Override
  public void close() {
    closed = true;
    ChunkChannel channel = current.getAndSet(null);
    if (channel != null) {
      channel.close();
    }
  }
}
