// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import io.lighter.benchmarks.experiment.LogWatch;
import io.lighter.benchmarks.experiment.MachineLoad;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Compacts the same store files locally and offloaded, alternately, in one run.
 *
 * <p>The cluster has one region server, one compaction server and one region. Each turn compacts a
 * fresh clone of one snapshot, so that both read the same bytes of the same files. Small
 * compactions and the first turns of each kind warm up both JVMs; these turns are left out.
 * Confined to one thread.
 */
final class OffloadBenchmark {
  private static final TableName BASE = TableName.valueOf("offload_base");
  private static final TableName SMALL = TableName.valueOf("offload_small");
  private static final String SNAPSHOT = "offload_base_files";
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int VALUE_BYTES = 1000;
  private static final int FILES = 4;

  /** Left-out turns, in which both JVMs compile more than they compact. */
  private static final int WARM_UP_TURNS = 8;

  private static final int SMALL_COMPACTIONS = 21;

  /** Warm-up compactions; many, because a region server does little for an offloaded one. */
  private static final int WARM_UP_COMPACTIONS = 150;

  private static final Duration COMPACTION_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(60);

  /** Order of a pair of turns, which alternates with its reverse. */
  private static final List<Where> THERE = List.of(Where.LOCAL, Where.OFFLOADED);

  private static final List<Where> BACK = List.of(Where.OFFLOADED, Where.LOCAL);
  private static final Pattern JOB = Pattern.compile("cj-[0-9a-f]{20}");
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final ProcessName COMPACTION_SERVER = ProcessName.compactionServer(1);

  private final int megabytes;
  private final int repeat;
  private final Consumer<String> progress;

  /**
   * Creates a benchmark.
   *
   * @param megabytes size of the values in the files to compact
   * @param repeat measured turns of each kind
   * @param progress receives progress messages
   */
  OffloadBenchmark(int megabytes, int repeat, Consumer<String> progress) {
    this.megabytes = megabytes;
    this.repeat = repeat;
    this.progress = progress;
  }

  /** Place of a compaction. */
  enum Where {
    LOCAL("local", DefaultStoreEngine.class),
    OFFLOADED("offloaded", OffloadingStoreEngine.class);

    private final String label;
    private final Class<?> engine;

    Where(String label, Class<?> engine) {
      this.label = label;
      this.engine = engine;
    }

    String label() {
      return label;
    }
  }

  OffloadReport run() throws IOException, InterruptedException {
    try (LocalCluster cluster = LocalCluster.start(settings());
        Admin admin = cluster.connection().getAdmin();
        JvmProbe probe = JvmProbe.attach(cluster.pid(REGION_SERVER))) {
      progress.accept("Loading " + megabytes + " MB in " + FILES + " files");
      load(cluster, admin);
      OffloadReport report = new OffloadReport(megabytes);
      progress.accept("Timing the start of " + SMALL_COMPACTIONS + " small compactions");
      report.setSubmitToStartMillis(submitToStart(cluster, admin));
      progress.accept("Warming up with " + WARM_UP_COMPACTIONS + " more");
      compactSmall(cluster, admin, WARM_UP_COMPACTIONS);
      for (int turn = 1 - WARM_UP_TURNS; turn <= repeat; turn++) {
        for (Where where : turn % 2 == 0 ? THERE : BACK) {
          String kind = turn <= 0 ? "warm-up" : turn + " of " + repeat;
          progress.accept("Compacting " + where.label() + ", " + kind);
          OffloadReport.Turn measured = compactClone(cluster, admin, probe, where);
          if (turn > 0) {
            report.add(where, measured);
          }
        }
      }
      progress.accept("Measuring an idle region server");
      report.setIdle(idle(probe));
      return report;
    }
  }

  private LocalClusterSettings settings() {
    return LocalClusterSettings.builder()
        .regionServers(1)
        .compactionServers(1)
        .hdfs(1, 1)
        .heap(Role.REGION_SERVER, "2g")
        .heap(Role.COMPACTION_SERVER, "2g")
        .site("hbase.hstore.compaction.min", "1000")
        .site("hbase.hstore.blockingStoreFiles", "1000")
        // Only the benchmark flushes; the master would repeat a colliding flush minutes later.
        .site("hbase.hregion.memstore.flush.size", "536870912")
        .site("hbase.regionserver.region.split.policy", DisabledRegionSplitPolicy.class.getName())
        .site("hbase.hstore.compaction.throughput.lower.bound", "1099511627776")
        .site("hbase.hstore.compaction.throughput.higher.bound", "1099511627776")
        .site("lighter.offload.min.bytes", "1")
        .site("lighter.server.cache.size", "4GB")
        .progress(progress)
        .build();
  }

  private void load(LocalCluster cluster, Admin admin) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(BASE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build());
    Random random = new Random(1);
    int rows = (int) ((long) megabytes * 1024 * 1024 / VALUE_BYTES / FILES);
    for (int file = 0; file < FILES; file++) {
      try (BufferedMutator writer = cluster.connection().getBufferedMutator(BASE)) {
        for (int row = 0; row < rows; row++) {
          byte[] value = new byte[VALUE_BYTES];
          random.nextBytes(value);
          writer.mutate(
              new Put(Bytes.toBytes(random.nextLong())).addColumn(FAMILY, QUALIFIER, value));
        }
      }
      admin.flush(BASE);
    }
    admin.snapshot(SNAPSHOT, BASE);
  }

  private static OffloadReport.Turn compactClone(
      LocalCluster cluster, Admin admin, JvmProbe probe, Where where)
      throws IOException, InterruptedException {
    TableName clone = TableName.valueOf("offload_clone");
    admin.cloneSnapshot(SNAPSHOT, clone);
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(admin.getDescriptor(clone))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, where.engine.getName())
            .build());
    double unused = new MachineLoad().awaitQuiet(QUIET_LIMIT); // background work of the last turn
    LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));
    JvmProbe.Spent before = probe.before();
    admin.majorCompact(clone);
    LocalDateTime end = log.await(line -> isEndOfCompaction(line, clone), COMPACTION_TIMEOUT);
    JvmProbe.Spent spent = probe.after().minus(before);
    LocalDateTime start = log.await(line -> line.contains("Starting compaction of"), Duration.ZERO);
    boolean offloaded =
        log.lines().stream().anyMatch(line -> line.contains("compaction offloaded:"));
    if (offloaded != (where == Where.OFFLOADED)) {
      throw new IOException(
          "the compaction ran elsewhere than it should: see " + cluster.logFolder());
    }
    admin.disableTable(clone);
    admin.deleteTable(clone);
    return new OffloadReport.Turn(Duration.between(start, end), spent);
  }

  private static OffloadReport.Turn idle(JvmProbe probe) throws IOException, InterruptedException {
    JvmProbe.Spent before = probe.before();
    TimeUnit.NANOSECONDS.sleep(IDLE.toNanos()); // measures the idle state
    return new OffloadReport.Turn(IDLE, probe.after().minus(before));
  }

  /**
   * Times from the region server's request to the start of the compaction server's thread, from
   * their logs.
   */
  private static List<Long> submitToStart(LocalCluster cluster, Admin admin)
      throws IOException, InterruptedException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(SMALL)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
            .build());
    LogWatch submitted = new LogWatch(cluster.logFile(REGION_SERVER));
    LogWatch started = new LogWatch(cluster.logFile(COMPACTION_SERVER));
    compactSmall(cluster, admin, SMALL_COMPACTIONS);
    Map<String, LocalDateTime> submits = timesByJob(submitted.lines(), "compaction submitted:");
    Map<String, LocalDateTime> starts = timesByJob(started.lines(), " starts:");
    List<Long> millis = new ArrayList<>();
    submits.forEach((job, time) -> millis.add(Duration.between(time, starts.get(job)).toMillis()));
    return millis;
  }

  private static void compactSmall(LocalCluster cluster, Admin admin, int times)
      throws IOException, InterruptedException {
    for (int i = 0; i < times; i++) {
      try (BufferedMutator writer = cluster.connection().getBufferedMutator(SMALL)) {
        writer.mutate(
            new Put(Bytes.toBytes(i)).addColumn(FAMILY, QUALIFIER, new byte[VALUE_BYTES]));
      }
      admin.flush(SMALL);
      LogWatch log = new LogWatch(cluster.logFile(REGION_SERVER));
      admin.majorCompact(SMALL);
      log.await(line -> isEndOfCompaction(line, SMALL), COMPACTION_TIMEOUT);
    }
  }

  /** Whether a line is the one that {@code CompactSplit} logs at the end. */
  private static boolean isEndOfCompaction(String line, TableName table) {
    return line.contains("Completed compaction ")
        && line.contains("regionName=" + table.getNameAsString() + ",");
  }

  private static Map<String, LocalDateTime> timesByJob(List<String> lines, String event) {
    return lines.stream()
        .filter(line -> line.contains(event))
        .collect(Collectors.toMap(OffloadBenchmark::job, LogWatch::timestamp));
  }

  private static String job(String line) {
    Matcher matcher = JOB.matcher(line);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no job id in: " + line);
    }
    return matcher.group();
  }
}
