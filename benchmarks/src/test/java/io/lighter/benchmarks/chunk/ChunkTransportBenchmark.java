package io.lighter.benchmarks.chunk;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * The same chunks, over one connection on the loopback, with a window of 4: HBase's RPC against a
 * bare Netty channel. Rounds of both take turns; the result is the median of each.
 */
public final class ChunkTransportBenchmark {
  static final int WINDOW = 4;

  private static final int CHUNKS = 32;
  private static final int WARM_UP_ROUNDS = 3;

  private ChunkTransportBenchmark() {}

  /** Something that fetches chunks. */
  interface Transport extends AutoCloseable {
    /** Fetches {@code count} chunks into heap memory; returns their bytes. */
    long fetch(int count) throws Exception;

    @Override
    void close() throws IOException;
  }

  /** Arguments: measured rounds, chunks in a round. */
  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 9;
    int chunks = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
    PrintStream out = System.out;
    Configuration conf = HBaseConfiguration.create();
    List<ByteBuffer> frames = direct(SampleChunks.frames(DataBlockEncoding.NONE, CHUNKS));
    try (Transport rpc = RpcTransport.start(conf, frames);
        Transport channel = ChannelTransport.start(frames)) {
      List<Double> rpcRates = new ArrayList<>();
      List<Double> channelRates = new ArrayList<>();
      for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
        double rpcRate = megabytesPerSecond(rpc, chunks);
        double channelRate = megabytesPerSecond(channel, chunks);
        if (round >= 0) {
          rpcRates.add(rpcRate);
          channelRates.add(channelRate);
          out.println(
              String.format(
                  Locale.ROOT,
                  "round %2d: rpc %6.0f MB/s, channel %6.0f MB/s of frames",
                  round,
                  rpcRate,
                  channelRate));
        }
      }
      double frameBytes = frames.stream().mapToInt(ByteBuffer::remaining).average().orElseThrow();
      double rpcRate = median(rpcRates);
      double channelRate = median(channelRates);
      out.println(
          String.format(
              Locale.ROOT,
              "frames of %.0f bytes (1 MB raw); medians: rpc %.0f MB/s, channel %.0f MB/s;"
                  + " rpc/channel %.2f",
              frameBytes,
              rpcRate,
              channelRate,
              rpcRate / channelRate));
    }
  }

  private static double megabytesPerSecond(Transport transport, int chunks) throws Exception {
    long before = System.nanoTime();
    long bytes = transport.fetch(chunks);
    return bytes / 1e6 / ((System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1));
  }

  private static List<ByteBuffer> direct(List<ByteBuffer> frames) {
    return frames.stream()
        .map(frame -> ByteBuffer.allocateDirect(frame.remaining()).put(frame.duplicate()).flip())
        .toList();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
