package io.lighter.benchmarks.experiment;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one region server or compaction server has counted, by JMX and by the operating system.
 * Counters of beans that are away for a moment keep their last value. Used by one thread.
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

  /** Asks a region server. */
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

  /** Asks a compaction server. */
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

  /** HBase counts a read of a block in one of the two, by the way it was read. */
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

  /**
   * By Linux's accounting of system calls, which are those for sockets but for logs and classes.
   */
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
