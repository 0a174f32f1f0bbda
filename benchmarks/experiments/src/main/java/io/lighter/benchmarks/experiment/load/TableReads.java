// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ServerSampler;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.stall.StallSampler;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;

/**
 * Reads a loaded table with one setting after the other. The files stay those of the load: the
 * table has no compactions meanwhile. Confined to one thread.
 */
final class TableReads implements AutoCloseable {
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);

  /** Time limit for the region server to close its regions. */
  private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final LocalCluster cluster;
  private final Admin admin;
  private final LoadSet loads;
  private final LoadRows rows;
  private final Progress progress;
  private final Clock clock;

  /** Further settings of the region server. */
  private Map<String, String> site = Map.of();

  TableReads(
      LocalCluster cluster,
      Admin admin,
      LoadSet loads,
      LoadRows rows,
      Progress progress,
      Clock clock) {
    this.cluster = cluster;
    this.admin = admin;
    this.loads = loads;
    this.rows = rows;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Reads the table. After a restart of the region server the reads run once without being
   * measured, since the code of the new server is not compiled yet.
   *
   * @throws IOException if the cluster fails; operations that fail are in the result
   */
  MeasuredRun run(Row row, int repeat) throws IOException {
    Map<String, String> wanted = row.reads().orElseThrow().site();
    progress.detail("%s, %s".formatted(row.name(), row.group()));
    if (row.reads().orElseThrow().use() == ReadUse.MERGE) {
      return new MergeReads(cluster, admin, rows, clock).run(row, repeat);
    }
    boolean restarts = !wanted.equals(site);
    if (restarts) {
      restart(wanted);
    }
    admin.modifyTable(table(row));
    if (restarts) {
      measure(row, 0);
    }
    admin.clearBlockCache(EngineLoad.TABLE);
    cluster.evictStoreFiles();
    if (row.plan().isTiered()) {
      try (PageCacheDrops drops = PageCacheDrops.start(cluster)) {
        CacheFill.fill(cluster.connection(), row, rows);
        ReadRun run = measure(row, repeat);
        return drops.failure().map(run::withFailure).orElse(run);
      }
    }
    return measure(row, repeat);
  }

  /** Restarts the region server with its own settings if it has others. */
  @Override
  public void close() throws IOException {
    if (!site.isEmpty()) {
      restart(Map.of());
    }
  }

  /** The table of the load with the settings of its reads, without compactions. */
  static TableDescriptor table(Row row) {
    ReadSetting setting = row.reads().orElseThrow();
    TableDescriptor loaded = row.engine().table(EngineLoad.TABLE, row.plan());
    ColumnFamilyDescriptor family = loaded.getColumnFamilies()[0];
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(loaded);
    table.modifyColumnFamily(
        ColumnFamilyDescriptorBuilder.newBuilder(family)
            // HBase then opens files without their filters
            .setBloomFilterType(setting.bloom() ? family.getBloomFilterType() : BloomType.NONE)
            .setBlockCacheEnabled(setting.isCached().orElse(family.isBlockCacheEnabled()))
            .build());
    setting.table().forEach(table::setValue);
    // a merge is asked for when it is to run
    return table.setCompactionEnabled(setting.use() == ReadUse.MERGE).build();
  }

  private void restart(Map<String, String> wanted) throws IOException {
    cluster.setSite(Role.REGION_SERVER, wanted);
    site = wanted;
    // a killed one would be missed for half a minute, the timeout of its session with ZooKeeper
    cluster.restartGracefully(REGION_SERVER, STOP_LIMIT);
    try (Table table = cluster.connection().getTable(EngineLoad.TABLE)) {
      table.exists(new Get(rows.key(0))); // returns once the region is open again
    }
  }

  private ReadRun measure(Row row, int repeat) throws IOException {
    LoadPlan readers = loads.readers(row.plan()).reading(row.reads().orElseThrow().use());
    Duration duration = LoadSet.duration(readers);
    try (StallSampler machine = StallSampler.start(List.of(), List.of(), clock);
        ServerSampler sampler = ServerSampler.start(cluster, clock);
        LoadClients clients =
            LoadClients.read(cluster.connection(), EngineLoad.TABLE, readers, rows, clock)) {
      Instant end = clients.start().plus(duration);
      Await.until(
          "the end of the reads", duration.plus(LIMIT), () -> !clock.instant().isBefore(end));
      clients.stop();
      Function<TimeSpan, Map<String, Double>> usage = span -> machine.usage(span.from(), span.to());
      List<ReadWindow> measured =
          clients.windows(end).stream()
              .filter(window -> window.number() >= LoadSet.FILLING_WINDOWS)
              .toList();
      Instant from = clients.start().plus(readers.window().multipliedBy(LoadSet.FILLING_WINDOWS));
      Reads reads =
          new Reads(
              LoadWindows.of(measured, cluster.isolation().profile().pinned(), usage),
              sampler.series());
      List<String> failures = new ArrayList<>();
      clients.problem().ifPresent(failures::add);
      failures.addAll(
          row.plan().isTiered() ? LoadChecks.windowFailures(reads) : LoadChecks.failures(reads));
      return new ReadRun(row, repeat, new TimeSpan(from, end), reads, failures);
    }
  }
}
