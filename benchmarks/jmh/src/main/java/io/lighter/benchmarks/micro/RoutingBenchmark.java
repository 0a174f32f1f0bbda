// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StockFiles;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.util.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds of {@code getFilesForScan}, which HBase calls once per get and scan: stock, with
 * Lighter's engine and no warm-up, and on either side of a warm-up's threshold. The store has one
 * output file and one that was flushed later.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RoutingBenchmark {
  private static final int ROWS = 1024;
  private static final int MIDDLE = 500_000;
  private static final int ALL = 2 * MIDDLE;

  /** Number of the compaction's input files. */
  @Param({"3", "10"})
  public int oldFiles;

  private final byte[][] warm = new byte[ROWS][];
  private final byte[][] cold = new byte[ROWS][];
  private StoreFileManager stock;
  private StoreFileManager idle;
  private StoreFileManager warming;
  private int next;

  /** Creates the files, and rows on both sides of the threshold. */
  @Setup
  public void setUp() throws IOException {
    List<HStoreFile> old = IntStream.range(0, oldFiles).mapToObj(i -> file("old" + i)).toList();
    List<HStoreFile> output = List.of(file("output"));
    List<HStoreFile> current = new ArrayList<>(output);
    current.add(file("flushed"));
    stock = StockFiles.manager(current);
    idle = RoutedFiles.withoutWarmup(stock);
    warming = RoutedFiles.duringWarmup(stock, old, output, row(MIDDLE));
    Random random = new Random(1);
    Arrays.setAll(warm, i -> row(random.nextInt(MIDDLE)));
    Arrays.setAll(cold, i -> row(MIDDLE + random.nextInt(MIDDLE)));
  }

  /** The reference. */
  @Benchmark
  public Collection<HStoreFile> stock() {
    return files(stock, warm);
  }

  /** The usual case. */
  @Benchmark
  public Collection<HStoreFile> noWarmup() {
    return files(idle, warm);
  }

  /** A read of the output file. */
  @Benchmark
  public Collection<HStoreFile> belowThreshold() {
    return files(warming, warm);
  }

  /** A read of the input files. */
  @Benchmark
  public Collection<HStoreFile> aboveThreshold() {
    return files(warming, cold);
  }

  private Collection<HStoreFile> files(StoreFileManager manager, byte[][] rows) {
    next = (next + 1) % ROWS;
    byte[] row = rows[next];
    return manager.getFilesForScan(row, true, row, true, false);
  }

  /** A file with rows from one end of the store to the other, as a flush of random keys has. */
  private static HStoreFile file(String name) {
    return StockFiles.file(name, row(0), row(ALL));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("user%016d".formatted(number));
  }
}
