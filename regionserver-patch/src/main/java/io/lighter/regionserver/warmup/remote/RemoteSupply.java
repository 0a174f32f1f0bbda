// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.warmup.ChunkSupply;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.client.RegionInfo;

/** The chunks of one file; see {@link RemoteChunks}. Used by one thread. */
public final class RemoteSupply implements ChunkSupply {
  private final RemoteChunks chunks;
  private final ChunkDecoder decoder;

  /** Whether the missing blocks were cold in this replica: the primary chose them by its cache. */
  private final boolean onlyResident;

  private final List<Ticket> indexAndBloom = new ArrayList<>();

  /** Data chunks by the offset of their first block. */
  private final NavigableMap<Long, RemoteTicket> data = new TreeMap<>();

  /**
   * Lists the chunks of one file without a request.
   *
   * @param fileNumber position of the file in the server's list
   */
  RemoteSupply(RemoteChunks chunks, int fileNumber, FileChunks listed) {
    this.chunks = chunks;
    this.decoder = chunks.newDecoder();
    this.onlyResident =
        listed.getOnlyResident() && chunks.output().replica() == RegionInfo.DEFAULT_REPLICA_ID;
    for (int i = 0; i < listed.getChunkCount(); i++) {
      ChunkInfo info = listed.getChunk(i);
      RemoteTicket ticket = new RemoteTicket(new ChunkRef(fileNumber, listed.getName(), i, info));
      switch (info.getKind()) {
        case DATA -> data.put(info.getFirstOffset(), ticket);
        case INDEX_AND_BLOOM -> indexAndBloom.add(ticket);
        case KIND_UNSPECIFIED -> {} // a later version's kind; HDFS has its blocks, too
      }
    }
  }

  @Override
  public List<Ticket> indexAndBloom() {
    return List.copyOf(indexAndBloom);
  }

  @Override
  public boolean lacksOnlyCold() {
    return onlyResident && !chunks.isGivenUp();
  }

  @Override
  public Optional<Ticket> covering(long offset) {
    Map.Entry<Long, RemoteTicket> entry = data.floorEntry(offset);
    return entry == null || chunks.isGivenUp() || offset >= entry.getValue().endOffset()
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /** Converts an interrupt, so that it does not count as a server that does not answer. */
  public static InterruptedException asInterrupted(InterruptedIOException cause) {
    InterruptedException interrupted = new InterruptedException(cause.getMessage());
    interrupted.initCause(cause);
    return interrupted;
  }

  private final class RemoteTicket implements Ticket {
    private final ChunkRef chunk;

    /** Frame of the chunk; null until requested. */
    private Future<ByteBuffer> frame;

    RemoteTicket(ChunkRef chunk) {
      this.chunk = chunk;
    }

    @Override
    public long endOffset() {
      return chunk.info().getEndOffset();
    }

    @Override
    public void request() {
      if (frame == null) {
        frame = chunks.request(chunk);
      }
    }

    @Override
    public Chunk get() throws IOException, InterruptedException {
      request();
      try {
        // The request may be queued in the pool behind others, each with its own deadline.
        ByteBuffer bytes = frame.get(2 * chunks.timeout().toMillis(), TimeUnit.MILLISECONDS);
        return chunks.decode(decoder, bytes, chunk);
      } catch (InterruptedIOException e) {
        throw asInterrupted(e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
      } catch (TimeoutException e) {
        frame.cancel(true);
        chunks.failed();
        throw new IOException("no " + chunk + " in time", e);
      } finally {
        frame = null; // frees the large frame
      }
    }
  }
}
