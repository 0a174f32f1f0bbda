// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.benchmarks.micro.ChunkTransportBenchmark.Kind;
import io.lighter.benchmarks.micro.ChunkTransportBenchmark.Transport;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Chunks per second over one connection on the loopback, for each transport of {@link
 * ChunkTransportBenchmark}. A chunk is 1 MB before compression. Allocation includes both ends.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Threads(1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChunkFetchBenchmark {
  private static final int CHUNKS_PER_CALL = 100;

  /** The measured transport. */
  @Param public Kind kind;

  private Transport transport;

  /** Starts both ends. */
  @Setup
  public void start() throws IOException {
    transport = kind.start(HBaseConfiguration.create(), ChunkTransportBenchmark.frames());
  }

  /** Closes both ends. */
  @TearDown
  public void close() throws IOException {
    transport.close();
  }

  /** Returns the fetched bytes. */
  @Benchmark
  @OperationsPerInvocation(CHUNKS_PER_CALL)
  public long fetch() throws Exception {
    return transport.fetch(CHUNKS_PER_CALL);
  }
}
