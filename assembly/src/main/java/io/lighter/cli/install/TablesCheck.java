package io.lighter.cli.install;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.EngineDelegate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which tables name Lighter's engine, whether their options are valid, and whether their regions
 * open. A region that is open shows that its region server has the plug-in, for HBase does not open
 * it without; unless the table was altered without reopening its regions. Of region servers without
 * such a region nothing can be told from outside.
 */
public final class TablesCheck implements Check {
  private static final String ENGINE_KEY = StoreEngine.STORE_ENGINE_CLASS_KEY;

  /** Moving a region takes seconds. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Configuration site;
  private final Collection<TableDescriptor> tables;
  private final ClusterMetrics cluster;
  private final Clock clock;

  /**
   * Judges what the master said.
   *
   * @param site what holds for tables that say nothing themselves
   * @param clock tells how long a region has been in transition
   */
  public TablesCheck(
      Configuration site, Collection<TableDescriptor> tables, ClusterMetrics cluster, Clock clock) {
    this.site = site;
    this.tables = tables;
    this.cluster = cluster;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public void run(Findings findings) {
    Set<TableName> users = new TreeSet<>();
    for (TableDescriptor table : tables) {
      if (usesLighter(findings, table)) {
        users.add(table.getTableName());
      }
    }
    if (users.isEmpty()) {
      findings.ok(ENGINE_KEY, "no table names Lighter's engine yet");
    }
    Set<TableName> stuck = stuck(findings, users);
    Set<ServerName> proven = new TreeSet<>();
    users.forEach(table -> regions(findings, table, stuck.contains(table), proven));
    others(findings, proven);
  }

  /** Whether one of its families does; checks the options of all, on the way. */
  private boolean usesLighter(Findings findings, TableDescriptor table) {
    String where = table.getTableName() + ", ";
    Set<String> problems = new LinkedHashSet<>();
    Set<String> ignored = new TreeSet<>();
    boolean uses = false;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> own = own(table, family);
      problems.addAll(LighterConfiguration.problems(own));
      own.keySet().stream().filter(TablesCheck::isOfSite).forEach(ignored::add);
      if (Installation.ENGINE_CLASS.equals(own.get(ENGINE_KEY))) {
        uses = true;
        delegateProblem(own, problems);
      }
    }
    problems.forEach(problem -> OptionProblem.add(findings, where, problem));
    ignored.forEach(
        key ->
            findings.warning(
                where + key,
                "has no effect in a table",
                "set it in hbase-site.xml; docs/configuration.md says where options belong"));
    return uses;
  }

  /** As HBase puts a store's configuration together, without the site. */
  private static Map<String, String> own(TableDescriptor table, ColumnFamilyDescriptor family) {
    Map<String, String> own = new TreeMap<>();
    table.getValues().forEach((key, value) -> own.put(text(key.get()), text(value.get())));
    own.putAll(family.getConfiguration());
    family.getValues().forEach((key, value) -> own.put(text(key.get()), text(value.get())));
    return own;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static boolean isOfSite(String key) {
    return LighterOption.byKey(key)
        .filter(option -> option.scope() == LighterOption.Scope.SITE)
        .isPresent();
  }

  private void delegateProblem(Map<String, String> own, Set<String> problems) {
    Configuration store = new Configuration(site);
    String key = LighterOption.ENGINE_DELEGATE.key();
    if (own.containsKey(key)) {
      store.set(key, own.get(key));
    }
    try {
      EngineDelegate.configuration(store, OffloadingStoreEngine.class, "table");
    } catch (IOException e) {
      problems.add(FirstLine.of(e));
    }
  }

  /** The tables of which a region does not open. */
  private Set<TableName> stuck(Findings findings, Set<TableName> users) {
    Set<TableName> stuck = new TreeSet<>();
    for (RegionState state : cluster.getRegionStatesInTransition()) {
      TableName table = state.getRegion().getTable();
      Duration age = Duration.ofMillis(clock.millis() - state.getStamp());
      if (users.contains(table) && (state.isFailedOpen() || age.compareTo(PATIENCE) > 0)) {
        stuck.add(table);
        findings.problem(
            "%s, region %s".formatted(table, state.getRegion().getEncodedName()),
            "%s for %d s, on %s"
                .formatted(state.getState(), age.toSeconds(), state.getServerName()),
            "see whether that host has the plug-in (install-check there), and its log");
      }
    }
    return stuck;
  }

  private void regions(Findings findings, TableName table, boolean stuck, Set<ServerName> proven) {
    int regions = 0;
    Set<ServerName> servers = new TreeSet<>();
    for (ServerMetrics server : cluster.getLiveServerMetrics().values()) {
      for (byte[] region : server.getRegionMetrics().keySet()) {
        if (Bytes.equals(RegionInfo.getTable(region).getName(), table.getName())) {
          regions++;
          servers.add(server.getServerName());
        }
      }
    }
    proven.addAll(servers);
    if (!stuck) {
      findings.ok(
          table.getNameAsString(),
          "names the engine; regions open: %d, on %d region servers"
              .formatted(regions, servers.size()));
    }
  }

  private void others(Findings findings, Set<ServerName> proven) {
    int live = cluster.getLiveServerMetrics().size();
    if (proven.size() < live) {
      findings.warning(
          "plug-in",
          "whether %d of %d region servers have it cannot be seen from here: they hold no region of"
                  .formatted(live - proven.size(), live)
              + " a table that uses it",
          "run install-check --offline on each of them");
    } else if (live > 0) {
      findings.ok(
          "plug-in", "all region servers have opened a region of a table that names the engine");
    }
  }
}
