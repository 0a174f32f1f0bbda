// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.JmxCounters;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads the counters of one region server or compaction server from JMX and the operating system.
 * Counters of temporarily missing beans keep their last value. Confined to one thread.
 */
final class ServerProbe implements Closeable {
  private static final String REGION_SERVER = "Hadoop:service=HBase,name=RegionServer,sub=";
  private static final String COMPACTION_SERVER = "Hadoop:service=HBase,name=CompactionServer";
  private static final double NANOS_PER_S = 1e9;

  private final long pid;
  private final JmxCounters jmx;
  private List<Long> cache = List.of(0L, 0L, 0L);
  private List<Long> reads = List.of(0L, 0L);
  private List<Long> warmups = List.of(0L);
  private List<Long> chunks = List.of(0L);

  private ServerProbe(long pid, JmxCounters jmx) {
    this.pid = pid;
    this.jmx = jmx;
  }

  static ServerProbe attach(long pid) throws IOException {
    return new ServerProbe(pid, JmxCounters.attach(pid));
  }

  /** Reads a region server. */
  void readRegionServer() throws IOException {
    cache =
        jmx.read(
                REGION_SERVER + "Server",
                "blockCacheHitCachingCount",
                "blockCacheMissCachingCount",
                "blockCacheSize")
            .orElse(cache);
    reads =
        jmx.read(REGION_SERVER + "IO", "FsReadTime_num_ops", "FsPReadTime_num_ops").orElse(reads);
    warmups = jmx.read(REGION_SERVER + "Lighter", "WarmupBlocksRemote").orElse(warmups);
  }

  /** Reads a compaction server. */
  void readCompactionServer() throws IOException {
    chunks = jmx.read(COMPACTION_SERVER, "ChunkBytesServed").orElse(chunks);
  }

  long hits() {
    return cache.get(0);
  }

  long misses() {
    return cache.get(1);
  }

  long cachedBytes() {
    return cache.get(2);
  }

  /** HBase counts the read of a block in one of two counters, by the kind of read. */
  long hdfsBlocks() {
    return reads.get(0) + reads.get(1);
  }

  long remoteBlocks() {
    return warmups.get(0);
  }

  long chunkBytes() {
    return chunks.get(0);
  }

  double cpuSeconds() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(cpu -> cpu.toNanos() / NANOS_PER_S)
        .orElse(0.0);
  }

  /** Bytes by Linux's accounting of system calls: sockets, except for logs and classes. */
  long networkBytes() throws IOException {
    Path accounting = Path.of("/proc", Long.toString(pid), "io");
    if (!Files.isReadable(accounting)) {
      return 0; // not Linux, or another user's
    }
    List<String> lines = Files.readAllLines(accounting);
    return value(lines, "rchar: ").orElse(0L) + value(lines, "wchar: ").orElse(0L);
  }

  private static Optional<Long> value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> Long.parseLong(line.substring(name.length()).trim()))
        .findFirst();
  }

  @Override
  public void close() throws IOException {
    jmx.close();
  }
}
