// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.benchmarks.micro.ChunkTransportBenchmark.Transport;
import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.regionserver.channel.ChunkChannel;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.channel.ChannelEvents;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.server.channel.ChunkChannelServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;

/** Lighter's chunk channel, from an output cache to the warm-up thread. */
final class ChunkChannelTransport implements Transport {
  private static final long CACHE_BYTES = 256L << 20;
  private static final Duration PLENTY = Duration.ofMinutes(10);

  private final OutputCache cache;
  private final ChannelOffers server;
  private final ChunkChannels channels;
  private final ChunkChannel channel;
  private final List<ChunkInfo> chunks;

  private ChunkChannelTransport(
      OutputCache cache,
      ChannelOffers server,
      ChunkChannels channels,
      ChunkChannel channel,
      List<ChunkInfo> chunks) {
    this.cache = cache;
    this.server = server;
    this.channels = channels;
    this.channel = channel;
    this.chunks = chunks;
  }

  private static final class NoEvents implements CacheEvents, ChannelEvents {
    @Override
    public void outputRetained() {}

    @Override
    public void chunkServed(long bytes) {}

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {}

    @Override
    public void channelOpened() {}

    @Override
    public void channelRefused() {}
  }

  static ChunkChannelTransport start(Configuration conf, int chunks) throws IOException {
    NoEvents events = new NoEvents();
    CompactionJobId job = CompactionJobId.random();
    OutputCache cache =
        new OutputCache(
            new OutputCache.Settings(CACHE_BYTES, SampleChunks.CHUNK_BYTES, PLENTY),
            MonotonicClock.system(),
            events);
    SampleChunks.keep(cache, job, DataBlockEncoding.NONE, chunks);
    List<ChunkInfo> listed = cache.list(job).orElseThrow().get(0).getChunkList().subList(0, chunks);
    ChannelOffers server =
        ChunkChannelServer.open(
            conf,
            ChunkChannelServer.Settings.of("127.0.0.1", 0),
            cache,
            MonotonicClock.system(),
            events,
            PooledByteBufAllocator.DEFAULT);
    ChunkChannels channels = new ChunkChannels(conf, 1, PooledByteBufAllocator.DEFAULT);
    ChunkChannel channel =
        channels.open("localhost", server.offer(job, "benchmark").orElseThrow(), PLENTY);
    return new ChunkChannelTransport(cache, server, channels, channel, listed);
  }

  /** Fetches as a warm-up does: one thread requests chunks and waits for the oldest of a window. */
  @Override
  public long fetch(int count) throws Exception {
    Deque<CompletableFuture<ByteBuffer>> window = new ArrayDeque<>();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      if (window.size() == ChunkTransportBenchmark.WINDOW) {
        bytes += window.remove().get(1, TimeUnit.MINUTES).remaining();
      }
      int chunk = i % chunks.size();
      window.add(channel.request(0, chunk, (int) chunks.get(chunk).getFrameBytes()));
    }
    while (!window.isEmpty()) {
      bytes += window.remove().get(1, TimeUnit.MINUTES).remaining();
    }
    return bytes;
  }

  @Override
  public void close() {
    channel.close();
    channels.close();
    server.close();
    cache.close();
  }
}
