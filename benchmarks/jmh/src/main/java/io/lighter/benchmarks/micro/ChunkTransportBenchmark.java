// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import com.sun.management.OperatingSystemMXBean;
import io.lighter.chunk.ChunkVersion;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * Compares transports of the same chunks over one loopback connection, with a window of 4: HBase's
 * RPC, the same with frames as cell blocks, a plain Netty channel, and Lighter's chunk channel with
 * its server and client. Rounds of all alternate; the result is the median of each.
 */
public final class ChunkTransportBenchmark {
  static final int WINDOW = 4;

  private static final int CHUNKS = 32;
  private static final int WARM_UP_ROUNDS = 3;

  private ChunkTransportBenchmark() {}

  /** A transport of chunks. */
  interface Transport extends AutoCloseable {
    /** Fetches {@code count} chunks into heap memory; returns their bytes. */
    long fetch(int count) throws Exception;

    @Override
    void close() throws IOException;
  }

  /** The compared transports. */
  public enum Kind {
    RPC("rpc") {
      @Override
      Transport start(Configuration conf, List<ByteBuffer> frames) throws IOException {
        return RpcTransport.start(conf, frames);
      }
    },
    RPC_WITH_CELL_BLOCKS("rpc with cell blocks") {
      @Override
      Transport start(Configuration conf, List<ByteBuffer> frames) throws IOException {
        return CellTransport.start(conf, frames);
      }
    },
    BARE_CHANNEL("bare channel") {
      @Override
      Transport start(Configuration conf, List<ByteBuffer> frames) {
        return ChannelTransport.start(frames);
      }
    },
    CHUNK_CHANNEL("chunk channel") {
      @Override
      Transport start(Configuration conf, List<ByteBuffer> frames) throws IOException {
        return ChunkChannelTransport.start(conf, frames.size());
      }
    };

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** Starts both ends; the chunk channel's server creates as many frames itself. */
    abstract Transport start(Configuration conf, List<ByteBuffer> frames) throws IOException;
  }

  /** Arguments: measured rounds, chunks in a round. */
  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
    int chunks = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
    PrintStream out = System.out;
    Configuration conf = HBaseConfiguration.create();
    List<ByteBuffer> frames = frames();
    Map<String, Transport> transports = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      transports.put(kind.label, kind.start(conf, frames));
    }
    Map<String, List<Cost>> costs = new LinkedHashMap<>();
    for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (Map.Entry<String, Transport> transport : transports.entrySet()) {
        Cost cost = cost(transport.getValue(), chunks);
        if (round >= 0) {
          costs.computeIfAbsent(transport.getKey(), name -> new ArrayList<>()).add(cost);
        }
      }
    }
    double frameBytes = frames.stream().mapToInt(ByteBuffer::remaining).average().orElseThrow();
    out.println(
        String.format(
            Locale.ROOT,
            "frames of %.0f bytes (1 MB raw); medians of %d rounds",
            frameBytes,
            rounds));
    costs.forEach(
        (name, all) ->
            out.println(
                String.format(
                    Locale.ROOT,
                    "%-20s %6.0f MB/s, %5.0f ms of processor time per GB, of frames",
                    name,
                    median(all.stream().map(Cost::megabytesPerSecond).toList()),
                    median(all.stream().map(Cost::cpuMillisPerGigabyte).toList()))));
    for (Transport transport : transports.values()) {
      transport.close();
    }
  }

  /** Cost of one round. The CPU time includes both ends and is robust against contention. */
  private record Cost(double megabytesPerSecond, double cpuMillisPerGigabyte) {}

  private static Cost cost(Transport transport, int chunks) throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpuBefore = process.getProcessCpuTime();
    long before = System.nanoTime();
    long bytes = transport.fetch(chunks);
    double seconds = (System.nanoTime() - before) / 1e9;
    double cpuMillis = (process.getProcessCpuTime() - cpuBefore) / 1e6;
    return new Cost(bytes / 1e6 / seconds, cpuMillis / (bytes / 1e9));
  }

  /** Frames in direct memory, as in the compaction server. */
  static List<ByteBuffer> frames() throws IOException {
    return SampleChunks.frames(DataBlockEncoding.NONE, ChunkVersion.BLOCK_BY_BLOCK, CHUNKS).stream()
        .map(frame -> ByteBuffer.allocateDirect(frame.remaining()).put(frame.duplicate()).flip())
        .toList();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
