// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.FlushedFamily;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import io.lighter.regionserver.commit.TableJournal;
import io.lighter.regionserver.engine.EngineDelegate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.regionserver.CompactingMemStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds the tables that use Lighter, and checks that their options are valid and their regions
 * open. Such a table names a class of the plug-in ({@link PluginClasses}), or the site names
 * Lighter's engine and the table has {@code lighter.offload.enabled}.
 *
 * <p>An open region of a table that names such a class shows that its region server has the
 * plug-in, unless the table was altered without reopening regions. The plug-in of other region
 * servers cannot be checked remotely.
 */
public final class TablesCheck implements Check {
  private static final String ENGINE_KEY = StoreEngine.STORE_ENGINE_CLASS_KEY;
  private static final String MEMSTORE_TYPE = CompactingMemStore.COMPACTING_MEMSTORE_TYPE_KEY;
  private static final LighterOption ENABLED = LighterOption.OFFLOAD_ENABLED;

  /** How a table or family uses Lighter; the highest value of its families is the table's. */
  private enum Use {
    NONE,
    /**
     * The descriptor names a class of the plug-in as the engine underneath, and in no other key.
     */
    BY_DELEGATE,
    /** The site of this host names the engine, and Lighter is switched on. */
    BY_SITE,
    /** The descriptor names a class of the plug-in that HBase loads. */
    BY_NAME
  }

  /**
   * What a table has of Lighter's.
   *
   * @param use the highest use of its families
   * @param named keys of table and families with a class of the plug-in, and these classes
   */
  private record User(Use use, Map<String, String> named) {}

  /** Time for a region to open; a move takes seconds. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Configuration site;
  private final Collection<TableDescriptor> tables;
  private final ClusterMetrics cluster;
  private final Clock clock;

  /**
   * Creates a check of the master's answers.
   *
   * @param site settings of tables without their own
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
    Map<TableName, User> users = new TreeMap<>();
    for (TableDescriptor table : tables) {
      User user = user(findings, table);
      if (user.use() != Use.NONE) {
        users.put(table.getTableName(), user);
      }
    }
    if (users.isEmpty()) {
      findings.ok(ENGINE_KEY, "no table uses Lighter yet");
    }
    Set<TableName> stuck = stuck(findings, users.keySet());
    Set<ServerName> proven = new TreeSet<>();
    users.forEach((table, user) -> regions(findings, table, user, stuck.contains(table), proven));
    others(findings, proven);
  }

  /** What the table's families use; also checks their options. */
  private User user(Findings findings, TableDescriptor table) {
    String where = table.getTableName() + ", ";
    Set<String> problems = new LinkedHashSet<>();
    Set<String> ignored = new TreeSet<>();
    Set<String> withoutEngine = new TreeSet<>();
    Map<String, String> named = new TreeMap<>();
    Use use = Use.NONE;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> own = own(table, family);
      problems.addAll(LighterConfiguration.problems(own));
      own.keySet().stream().filter(TablesCheck::isOfSite).forEach(ignored::add);
      Map<String, String> familysNames = PluginClasses.named(own);
      named.putAll(familysNames);
      Use familys = use(own, familysNames.keySet());
      use = familys.compareTo(use) > 0 ? familys : use;
      if (hasEngine(own)) {
        delegateProblem(own, problems);
      } else if (Boolean.parseBoolean(own.getOrDefault(ENABLED.key(), "").strip())) {
        withoutEngine.add(own.getOrDefault(ENGINE_KEY, ""));
      }
    }
    problems.addAll(journalProblems(table));
    problems.forEach(problem -> OptionProblem.add(findings, where, problem));
    ignored.forEach(
        key ->
            findings.warning(
                where + key,
                "has no effect in a table",
                "set it in hbase-site.xml; docs/reference/configuration.md says where options"
                    + " belong"));
    withoutEngine.forEach(engine -> withoutEngine(findings, where, engine));
    return new User(use, named);
  }

  /** What keeps a table from transactions without a log; flushers are seen on region servers. */
  private List<String> journalProblems(TableDescriptor table) {
    if (!table.hasCoprocessor(RegionTransactionEndpoint.class.getName())) {
      return List.of();
    }
    List<FlushedFamily> families = new ArrayList<>();
    Configuration composed = new Configuration(site);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Map<String, String> own = own(table, family);
      MemoryCompactionPolicy policy = family.getInMemoryCompaction();
      String type =
          policy == null
              ? own.getOrDefault(MEMSTORE_TYPE, site.getTrimmed(MEMSTORE_TYPE, "NONE"))
              : policy.name();
      boolean plain = type.strip().equalsIgnoreCase(MemoryCompactionPolicy.NONE.name());
      families.add(
          new FlushedFamily(
              family.getNameAsString(), family.getScope(), type, plain, "unknown", true));
    }
    table.getValues().forEach((key, value) -> composed.set(text(key.get()), text(value.get())));
    return TableJournal.of(composed, table, families).problems();
  }

  private Use use(Map<String, String> own, Set<String> named) {
    if (named.stream().anyMatch(PluginClasses::isAlwaysLoaded)) {
      return Use.BY_NAME;
    }
    String enabled =
        own.getOrDefault(ENABLED.key(), site.getTrimmed(ENABLED.key(), ENABLED.defaultValue()));
    if (hasEngine(own) && Boolean.parseBoolean(enabled.strip())) {
      return Use.BY_SITE;
    }
    return named.isEmpty() ? Use.NONE : Use.BY_DELEGATE;
  }

  /** Whether table, family or this host's site names Lighter's engine for a store. */
  private boolean hasEngine(Map<String, String> own) {
    return Installation.ENGINE_CLASS.equals(
        own.getOrDefault(ENGINE_KEY, site.getTrimmed(ENGINE_KEY, "")).strip());
  }

  /** Reports a table that is switched on without effect. */
  private static void withoutEngine(Findings findings, String where, String engine) {
    if (engine.isEmpty()) {
      findings.warning(
          where + ENABLED.key(),
          "is set, and neither the table nor this host's hbase-site.xml names the engine",
          "run install-check on a region server, whose hbase-site.xml has to name it");
    } else {
      findings.warning(
          where + ENABLED.key(),
          "has no effect: the table names the engine " + engine,
          "unset %s in the table, and set %s = %s there"
              .formatted(ENGINE_KEY, LighterOption.ENGINE_DELEGATE.key(), engine));
    }
  }

  /** A store's own configuration as HBase composes it, without the site. */
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

  /** The tables with a region that does not open. */
  private Set<TableName> stuck(Findings findings, Set<TableName> users) {
    Set<TableName> stuck = new TreeSet<>();
    for (RegionState state : cluster.getRegionStatesInTransition()) {
      TableName table = state.getRegion().getTable();
      Duration age = Duration.ofMillis(clock.millis() - state.getStamp());
      if (users.contains(table) && (state.isFailedOpen() || age.compareTo(TIMEOUT) > 0)) {
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

  private void regions(
      Findings findings, TableName table, User user, boolean stuck, Set<ServerName> proven) {
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
    if (user.use() == Use.BY_NAME) {
      proven.addAll(servers);
    }
    user.named().forEach((key, name) -> named(findings, table, key, name));
    if (!stuck) {
      findings.ok(
          table.getNameAsString(),
          "%s; regions open: %d, on %d region servers"
              .formatted(how(user), regions, servers.size()));
    }
  }

  private static String how(User user) {
    return switch (user.use()) { // no default: a new use needs words
      case NONE -> "does not use Lighter";
      case BY_DELEGATE -> "names an engine of the plug-in, and Lighter is switched off";
      case BY_SITE -> "uses Lighter by the site's engine";
      case BY_NAME ->
          user.named().containsValue(Installation.ENGINE_CLASS)
              ? "names the engine"
              : "names a class of the plug-in";
    };
  }

  /** Reports an attribute with a class of the plug-in. */
  private static void named(Findings findings, TableName table, String key, String name) {
    String where = table.getNameAsString() + ", " + key;
    if (name.equals(Installation.ENGINE_CLASS)) {
      findings.warning(
          where,
          "names the engine: jobs that read its snapshots or files without HBase's region servers"
              + " fail without the plug-in",
          "let the region servers' hbase-site.xml name it, and set %s = true in the table"
                  .formatted(ENABLED.key())
              + " (docs/guide/adopt.md); or give such jobs the jar");
    } else if (PluginClasses.isAlwaysLoaded(key)) {
      findings.warning(
          where,
          "names %s of the plug-in: regions, and jobs that read its snapshots or files, do not open"
                  .formatted(name)
              + " without the plug-in",
          "give such jobs the jar; unset it before you remove Lighter (docs/guide/remove.md)");
    } else {
      findings.warning(
          where,
          "names %s of the plug-in".formatted(name),
          "run 'lighter engine disable', or unset it, before you remove Lighter"
              + " (docs/guide/remove.md)");
    }
  }

  private void others(Findings findings, Set<ServerName> proven) {
    int live = cluster.getLiveServerMetrics().size();
    if (proven.size() < live) {
      findings.warning(
          "plug-in",
          "whether %d of %d region servers have it cannot be seen from here: they hold no region of"
                  .formatted(live - proven.size(), live)
              + " a table that names a class of it",
          "run install-check --offline on each of them");
    } else if (live > 0) {
      findings.ok(
          "plug-in", "all region servers have opened a region of a table that names a class of it");
    }
  }
}
