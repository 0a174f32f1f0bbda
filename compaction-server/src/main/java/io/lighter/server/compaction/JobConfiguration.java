package io.lighter.server.compaction;

import io.lighter.common.config.ShapingSettings;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.server.job.JobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.CompactingMemStore;
import org.apache.hadoop.hbase.regionserver.DefaultMemStore;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CloseChecker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.regionserver.storefiletracker.JobFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a job's store is configured with: this server's site, over it the region server's settings,
 * over them the table's and the family's, over all the few that make a store compact for somebody
 * else.
 *
 * @param base for {@code HRegion} and {@code HStore}; plain, the caller's own
 * @param table a copy without the keys that would beat ours
 * @param family of {@code table}
 */
record JobConfiguration(Configuration base, TableDescriptor table, ColumnFamilyDescriptor family) {
  private static final String CANCEL_CHECK_MS = "100";

  /**
   * Keys that say where things are or who may do what. They are this server's own business: neither
   * a request nor a descriptor changes them.
   */
  private static final List<String> PROTECTED =
      List.of(
          "hbase.rootdir",
          "hbase.wal.dir",
          "hbase.tmp.dir",
          "hbase.local.dir",
          "hbase.bulkload.staging.dir",
          "hbase.security.",
          "hbase.superuser",
          "hbase.crypto.",
          "hbase.zookeeper.",
          "hbase.dynamic.jars.dir");

  /**
   * Classes that a store makes when it opens, for selections and flushes. A job does neither, and
   * others than HBase's may be on region servers only.
   */
  private static final Set<String> UNUSED =
      Set.of(
          DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY,
          DefaultStoreEngine.DEFAULT_STORE_FLUSHER_CLASS_KEY,
          CompactionConfiguration.COMPACTION_POLICY_CLASS_FOR_DATE_TIERED_WINDOWS_KEY,
          CompactionConfiguration.DATE_TIERED_COMPACTION_WINDOW_FACTORY_CLASS_KEY);

  static JobConfiguration of(Configuration site, JobSpec spec) {
    Map<String, String> ours = ours(spec.request().getEngine());
    Configuration base = new Configuration(site);
    unsetWhatRegionServersSay(base);
    for (ConfigurationEntry entry : spec.request().getConfigurationList()) {
      if (mayComeFromRequest(entry.getKey())) {
        base.set(entry.getKey(), entry.getValue());
      }
    }
    ours.forEach(base::set);
    ColumnFamilyDescriptor family = family(spec.family(), ours);
    return new JobConfiguration(base, table(spec.table(), family, ours), family);
  }

  /**
   * What the region server does not set has HBase's default there, whatever this site says. A
   * request holds all that its site does, defaults included. So it is with the name of the master
   * key, of which another one here would undo the region server's choice, and with permissions.
   */
  private static void unsetWhatRegionServersSay(Configuration base) {
    List<String> keys = new ArrayList<>();
    base.forEach(entry -> keys.add(entry.getKey()));
    keys.stream().filter(ShapingSettings::include).forEach(base::unset);
  }

  /** What every job's store is, whatever the table says. */
  private static Map<String, String> ours(String engine) {
    return settings(
        StoreEngine.STORE_ENGINE_CLASS_KEY,
        engine,
        StoreFileTrackerFactory.TRACKER_IMPL,
        JobFileTracker.class.getName(),
        CloseChecker.TIME_LIMIT_KEY,
        CANCEL_CHECK_MS,
        // The memstore stays empty: nothing to allocate for it, no threads.
        MemStoreLAB.USEMSLAB_KEY,
        "false",
        HStore.MEMSTORE_CLASS_NAME,
        DefaultMemStore.class.getName(),
        CompactingMemStore.COMPACTING_MEMSTORE_TYPE_KEY,
        MemoryCompactionPolicy.NONE.name(),
        // There is no cache to prefetch into.
        CacheConfig.PREFETCH_BLOCKS_ON_OPEN_KEY,
        "false",
        // If the job's region has a cache, it is one that captures what is written: all of it...
        CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_KEY,
        "true",
        CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_THRESHOLD_KEY,
        Long.toString(Long.MAX_VALUE),
        // ...and as any cache takes it.
        CacheConfig.CACHE_DATA_BLOCKS_COMPRESSED_KEY,
        "false");
  }

  /** Map.of for more than ten entries, as it is written there. */
  private static Map<String, String> settings(String... keysAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  private static ColumnFamilyDescriptor family(
      ColumnFamilyDescriptor original, Map<String, String> ours) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(original)
            .setInMemoryCompaction(MemoryCompactionPolicy.NONE)
            .setPrefetchBlocksOnOpen(false);
    original.getConfiguration().keySet().stream()
        .filter(key -> isOursAlone(key, ours))
        .forEach(family::removeConfiguration);
    original.getValues().keySet().stream()
        .filter(key -> isOursAlone(key, ours))
        .forEach(key -> family.setValue(key.copyBytes(), null));
    return family.build();
  }

  private static TableDescriptor table(
      TableDescriptor original, ColumnFamilyDescriptor family, Map<String, String> ours) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(original).modifyColumnFamily(family);
    original.getValues().keySet().stream()
        .filter(key -> isOursAlone(key, ours))
        .forEach(key -> table.removeValue(key.copyBytes()));
    return table.build();
  }

  /** To be removed as it is: bytes that are no UTF-8 make a string that has others. */
  private static boolean isOursAlone(Bytes key, Map<String, String> ours) {
    return isOursAlone(Bytes.toString(key.copyBytes()), ours);
  }

  private static boolean isOursAlone(String key, Map<String, String> ours) {
    return ours.containsKey(key) || UNUSED.contains(key) || isProtected(key);
  }

  private static boolean mayComeFromRequest(String key) {
    return ShapingSettings.isKeyName(key)
        || ((key.startsWith("hbase.") || ShapingSettings.isWriters(key))
            && !UNUSED.contains(key)
            && !isProtected(key));
  }

  private static boolean isProtected(String key) {
    return key.startsWith("fs.")
        || key.startsWith("dfs.")
        || key.startsWith("hadoop.")
        || PROTECTED.stream().anyMatch(key::startsWith);
  }
}
