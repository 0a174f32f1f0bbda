// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static java.util.stream.Collectors.toSet;

import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes a change of a table's engine, or only says what the change costs.
 *
 * @param before the table before the change
 * @param observed the table's stores before the change
 * @param regions the table's regions with their servers, before the change
 * @param siteEngine the engine of the region servers' site, as all stores show it
 * @param dryRun whether the change is not made
 */
record EngineAlteration(
    Site site,
    TableDescriptor before,
    EngineCluster.Observed observed,
    Map<String, Optional<String>> regions,
    SiteEngine siteEngine,
    boolean dryRun) {
  /** HBase's own default of {@code hbase.hstore.compaction.min}. */
  private static final int COMPACTION_MIN = 3;

  /**
   * Observes a table, which takes a while, and then reads the descriptor that the change starts
   * from.
   *
   * @throws IOException if there is no such table, or HBase does not answer
   */
  static EngineAlteration of(Site site, EngineCluster cluster, TableName table, boolean dryRun)
      throws IOException {
    TableDescriptor first = cluster.descriptor(table); // no wait for a table that is absent
    EngineCluster.Observed observed = cluster.observe(table);
    TableDescriptor before = cluster.descriptor(table);
    Map<String, Optional<String>> regions = cluster.regions(table);
    boolean all = notReported(before, observed, regions) == 0;
    SiteEngine shown =
        first.getValue(EngineSettings.ENGINE) == null
            ? SiteEngine.of(before, observed.stores().stores())
            : SiteEngine.UNKNOWN;
    return new EngineAlteration(
        site,
        before,
        observed,
        regions,
        shown == SiteEngine.LIGHTER && !all ? SiteEngine.UNKNOWN : shown,
        dryRun);
  }

  /** How many of the table's regions have a store that is not reported. */
  private static int notReported(
      TableDescriptor table,
      EngineCluster.Observed observed,
      Map<String, Optional<String>> regions) {
    Set<String> families =
        table.getColumnFamilyNames().stream().map(Bytes::toString).collect(toSet());
    return observed.stores().notReported(regions.keySet(), families).size();
  }

  /** The engines that the table has. */
  EngineSettings settings() {
    return settings(before);
  }

  /** The engines that a table has or would have. */
  private EngineSettings settings(TableDescriptor table) {
    return new EngineSettings(site.conf(), table, siteEngine);
  }

  /**
   * Changes the table and returns the change with its cost. The cost is estimated before.
   *
   * @throws ConfigurationException if an option of the changed table has a wrong value
   * @throws IOException if the table was altered since {@link #of}, HBase refuses the change, or
   *     HBase does not answer
   */
  EngineChangeReport run(EngineCluster cluster, TableDescriptor after)
      throws IOException, ConfigurationException {
    Configuration changed = configuration(after);
    EngineCost cost =
        EngineCost.of(
            observed,
            target(after),
            new EngineCost.Options(
                LighterConfiguration.of(changed).bytes(LighterOption.RANGE_SIZE),
                changed.getInt(
                    CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, COMPACTION_MIN),
                BlockingFiles.forestLimits(changed, after)));
    List<String> changes = settings(before).changesTo(after);
    if (!dryRun && !changes.isEmpty()) {
      refuseIfAltered(cluster);
      cluster.modify(after);
    }
    Map<String, Optional<String>> reopened = changes.isEmpty() ? Map.of() : regions;
    return new EngineChangeReport(
        before.getTableName(),
        changes,
        reopened,
        notReported(before, observed, reopened),
        observed,
        cost,
        changes.isEmpty() ? Optional.empty() : waiting(after),
        dryRun);
  }

  /**
   * The stores whose flushes wait after the change: most engines count all files, while Lighter's
   * range and forest engines count the files of a row, and the change may lower the number. Empty
   * if there is none.
   */
  private Optional<EngineChangeReport.Waiting> waiting(TableDescriptor after) throws IOException {
    int blocking = BlockingFiles.lowest(site.conf(), after);
    boolean isLower = blocking < BlockingFiles.lowest(site.conf(), before);
    Stream<TableStores.Store> changed =
        isLower ? observed.stores().stores().stream() : rowCountingStores();
    long stores =
        target(after).countsFilesOfARow()
            ? 0
            : changed.filter(store -> store.files() > blocking).count();
    return stores == 0
        ? Optional.empty()
        : Optional.of(new EngineChangeReport.Waiting(Math.toIntExact(stores), blocking));
  }

  private Stream<TableStores.Store> rowCountingStores() {
    return observed.stores().stores().stream()
        .filter(
            store ->
                EngineName.byClass(store.engine())
                    .filter(EngineName::countsFilesOfARow)
                    .isPresent());
  }

  /**
   * The files above which flushes must not wait with another engine: twice those of the store with
   * most, while the engine before counts the files of a row only.
   */
  int mostFiles(EngineName wanted) {
    return wanted.countsFilesOfARow()
        ? 0
        : 2 * rowCountingStores().mapToInt(TableStores.Store::files).max().orElse(0);
  }

  /**
   * HBase replaces the whole descriptor, so an alter since {@link #of} would be reverted, and a new
   * family deleted with its data. HBase has no compare-and-set: the time between this question and
   * the change remains.
   */
  private void refuseIfAltered(EngineCluster cluster) throws IOException {
    TableName table = before.getTableName();
    if (!cluster.descriptor(table).equals(before)) {
      throw new IOException(
          "table %s has been altered while this command ran, so nothing is changed; run the command"
                  .formatted(table)
              + " again");
    }
  }

  /** The table's configuration over the site's. */
  private Configuration configuration(TableDescriptor table) {
    Configuration conf = new Configuration(site.conf());
    for (LighterOption option : LighterOption.values()) {
      Optional.ofNullable(table.getValue(option.key()))
          .ifPresent(value -> conf.set(option.key(), value));
    }
    Optional.ofNullable(table.getValue(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY))
        .ifPresent(
            value -> conf.set(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, value));
    return conf;
  }

  /** The engine of the table's families; an engine without a name counts as HBase's default. */
  private EngineName target(TableDescriptor table) {
    return settings(table).families().stream()
        .findFirst()
        .flatMap(family -> EngineName.byClass(family.className()))
        .orElse(EngineName.DEFAULT);
  }
}
