// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.install.BuildVersions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** A cluster with one table. Not thread-safe. */
final class FakeEngineCluster implements EngineCluster {
  static final long RATE = 10 << 20;

  private final List<TableStores.Store> stores = new ArrayList<>();
  private final Map<String, String> versions =
      new TreeMap<>(Map.of("a,1,1", BuildVersions.load().lighter()));
  private TableDescriptor table;
  private TierStores tierStores = new TierStores(List.of(), (policy, replicas) -> List.of());
  private int modifications;
  private String problem;
  private TableStores.Tiers tiers;
  private TableStores.Sums sums =
      new TableStores.Sums(
          100, 360, 50, 10, 3, Optional.of(4.6), Optional.of(2.5), Optional.empty());
  private Load load = new Load(Duration.ofHours(1), false, 0, 0, 0, 1);
  private UnaryOperator<TableDescriptor> whileObserved = UnaryOperator.identity();
  private UnaryOperator<TableDescriptor> afterwards = UnaryOperator.identity();

  FakeEngineCluster(TableDescriptor table) {
    this.table = table;
  }

  /** A file over all rows of its store. */
  static TableStores.ReportedFile file(long bytes) {
    return new TableStores.ReportedFile(bytes, 0, TableStores.ReportedFile.PLACES);
  }

  TableDescriptor table() {
    return table;
  }

  int modifications() {
    return modifications;
  }

  /** Lets no manager answer. */
  void withoutManager(String why) {
    problem = why;
  }

  /** Versions of the region servers that report; the test may change them. */
  Map<String, String> versions() {
    return versions;
  }

  /** What the manager and the master know of the table as a whole. */
  void measured(TableStores.Sums measuredSums, Load measuredLoad) {
    sums = measuredSums;
    load = measuredLoad;
  }

  /** What the manager knows of the levels of the table. */
  void leveled(TableStores.Tiers ofTable) {
    tiers = ofTable;
  }

  void add(TableStores.Store store) {
    stores.add(store);
  }

  /** Another client alters the table during the observation, or after the change is computed. */
  void alteredBySomebodyElse(boolean observed, UnaryOperator<TableDescriptor> alter) {
    if (observed) {
      whileObserved = alter;
    } else {
      afterwards = alter;
    }
  }

  @Override
  public TableDescriptor descriptor(TableName name) throws IOException {
    if (!table.getTableName().equals(name)) {
      throw new IOException("there is no table " + name);
    }
    return table;
  }

  @Override
  public Map<String, Optional<String>> regions(TableName name) {
    table = afterwards.apply(table);
    Map<String, Optional<String>> regions = new TreeMap<>();
    regions.put("r1", Optional.of("a,1,1"));
    regions.put("r2", Optional.of("a,1,1"));
    regions.put("r3", Optional.empty());
    return regions;
  }

  @Override
  public Observed observe(TableName name) {
    table = whileObserved.apply(table);
    if (problem != null) {
      return Observed.nothing(problem);
    }
    return new Observed(
        new TableStores(
            stores.isEmpty() ? Optional.empty() : Optional.of(sums),
            Optional.ofNullable(tiers),
            List.of(),
            0,
            stores),
        versions,
        OptionalLong.of(RATE),
        2,
        Optional.empty());
  }

  @Override
  public Load load(TableName name) {
    return load;
  }

  /** Lets the file system have stores. */
  void has(TierStores stores) {
    tierStores = stores;
  }

  @Override
  public TierStores tierStores(TableDescriptor descriptor, Set<String> families) {
    return new TierStores(
        tierStores.stores().stream().filter(store -> families.contains(store.family())).toList(),
        tierStores.types());
  }

  @Override
  public void modify(TableDescriptor changed) {
    modifications++;
    table = changed;
  }

  @Override
  public void close() {}
}
