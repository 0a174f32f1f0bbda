// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.engine.tiered.TieredLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Command;

/** {@code lighter tiers show}: where the levels put the files of a table, and where they are. */
@Command(
    name = "show",
    description = {
      "Shows the files of a table with TieredStoreEngine by level, run and tier, and the types of",
      "storage that hold their blocks. Reads HDFS, with the trailer of each file."
    },
    mixinStandardHelpOptions = true)
final class TiersShowCommand extends EngineTableCommand {
  TiersShowCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    super(siteLoader, clusters);
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    TableName table = table();
    Site site = site();
    List<TierPlacement> places = new ArrayList<>();
    Set<String> problems = new LinkedHashSet<>();
    try (EngineCluster cluster = connect(site)) {
      TableDescriptor descriptor = cluster.descriptor(table);
      Set<String> families = tieredFamilies(site.conf(), descriptor);
      if (families.isEmpty()) {
        throw new IOException(
            "table %s: no family has the engine %s; see 'lighter engine status %s'"
                .formatted(table, EngineName.TIERED.tag(), table));
      }
      Map<String, TieredLimits> limits = new LinkedHashMap<>();
      for (String name : families) {
        ColumnFamilyDescriptor family = descriptor.getColumnFamily(Bytes.toBytes(name));
        limits.put(
            name, BlockingFiles.tieredLimits(site.conf(), descriptor, family, problems::add));
      }
      TierStores stores = cluster.tierStores(descriptor, families);
      for (TierStores.Store store : stores.stores()) {
        places.add(TierPlacement.of(store, limits.get(store.family()), stores.types()));
      }
    }
    problems.forEach(problem -> commandLine().getErr().println("lighter: " + problem));
    print(() -> TiersShowReport.text(table, places), () -> TiersShowReport.json(table, places));
    return ExitCode.OK.code();
  }

  /**
   * Returns the families whose engine is the tiered one, by the table and the site. Lighter's
   * engine may be named by the region servers' site alone; the table's delegate then decides.
   */
  private static Set<String> tieredFamilies(Configuration site, TableDescriptor table) {
    Set<String> families = new TreeSet<>();
    for (SiteEngine ofServers :
        table.getValue(EngineSettings.ENGINE) == null
            ? List.of(SiteEngine.UNKNOWN, SiteEngine.LIGHTER)
            : List.of(SiteEngine.UNKNOWN)) {
      new EngineSettings(site, table, ofServers)
          .families().stream()
              .filter(family -> family.className().equals(EngineName.TIERED.className()))
              .forEach(family -> families.add(family.family()));
    }
    return families;
  }
}
