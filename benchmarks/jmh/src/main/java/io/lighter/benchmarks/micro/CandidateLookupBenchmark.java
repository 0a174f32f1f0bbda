// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.common.assignment.GroupServers;
import io.lighter.common.assignment.SlotTable;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
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
 * Nanoseconds to find a region's compaction server in the region server's snapshot: slot of the
 * region, owner of the slot, liveness of the owner.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CandidateLookupBenchmark {
  private static final int REGIONS = 1024;

  /** Live compaction servers. */
  @Param({"3", "100"})
  public int servers;

  private final String[] regions = new String[REGIONS];
  private GroupServers withOwners;
  private GroupServers withoutTable;
  private int next;

  /** Creates a table and names like those of regions: 32 hexadecimal digits. */
  @Setup
  public void setUp() {
    List<ServerName> live =
        IntStream.range(0, servers)
            .mapToObj(i -> ServerName.valueOf("server" + i + ".example.org", 16040, 1))
            .toList();
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.setAll(owners, slot -> live.get(slot % servers));
    withOwners = new GroupServers(SlotTable.of(owners), live);
    withoutTable = new GroupServers(SlotTable.EMPTY, live);
    Random random = new Random(1);
    Arrays.setAll(regions, i -> "%016x%016x".formatted(random.nextLong(), random.nextLong()));
  }

  /** The usual case: the owner is alive. */
  @Benchmark
  public ServerName owner() {
    return withOwners.candidates(nextRegion()).get(0);
  }

  /** The owner has refused or just died. */
  @Benchmark
  public ServerName nextAfterTheOwner() {
    return withOwners.candidates(nextRegion()).get(1);
  }

  /** No manager has ever run. */
  @Benchmark
  public ServerName firstWithoutTable() {
    return withoutTable.candidates(nextRegion()).get(0);
  }

  private String nextRegion() {
    next = (next + 1) % REGIONS;
    return regions[next];
  }
}
