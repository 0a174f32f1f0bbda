// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.config.ShapingSettings;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.index.gc.IndexAwareCompactor;
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
 * The configuration of a job's store in layers: this server's site, the region server's settings,
 * those of the table and of the family. On top are the few settings that make a store compact for
 * another server.
 *
 * @param base configuration for {@code HRegion} and {@code HStore}; plain, owned by the caller
 * @param table a copy without the keys that would override Lighter's
 * @param family family of {@code table}
 */
record JobConfiguration(Configuration base, TableDescriptor table, ColumnFamilyDescriptor family) {
  private static final String CANCEL_CHECK_MS = "100";

  /**
   * Keys of places and access rights. They belong to this server: neither a request nor a
   * descriptor changes them.
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
   * Classes that an opening store makes for selections and flushes. A job does neither, and custom
   * classes may exist on region servers only.
   */
  private static final Set<String> UNUSED =
      Set.of(
          DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY,
          DefaultStoreEngine.DEFAULT_STORE_FLUSHER_CLASS_KEY,
          CompactionConfiguration.COMPACTION_POLICY_CLASS_FOR_DATE_TIERED_WINDOWS_KEY,
          CompactionConfiguration.DATE_TIERED_COMPACTION_WINDOW_FACTORY_CLASS_KEY);

  static JobConfiguration of(Configuration site, JobSpec spec) {
    Map<String, String> ours = ours(spec.request().getEngine());
    if (IndexJob.concerns(site, spec)) {
      ours.put(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, IndexAwareCompactor.class.getName());
    }
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
   * Removes this site's values of keys that the region server decides, so that a key unset there
   * has HBase's default. A request holds all settings of the region server's site, including
   * defaults. The name of the master key is such a key, because another one would undo the region
   * server's choice; so are permissions.
   */
  private static void unsetWhatRegionServersSay(Configuration base) {
    List<String> keys = new ArrayList<>();
    base.forEach(entry -> keys.add(entry.getKey()));
    keys.stream().filter(ShapingSettings::include).forEach(base::unset);
  }

  /** The settings of every job's store, whatever the table's are. */
  private static Map<String, String> ours(String engine) {
    return settings(
        StoreEngine.STORE_ENGINE_CLASS_KEY,
        engine,
        StoreFileTrackerFactory.TRACKER_IMPL,
        JobFileTracker.class.getName(),
        CloseChecker.TIME_LIMIT_KEY,
        CANCEL_CHECK_MS,
        // The memstore stays empty, so it needs no memory and no threads.
        MemStoreLAB.USEMSLAB_KEY,
        "false",
        HStore.MEMSTORE_CLASS_NAME,
        DefaultMemStore.class.getName(),
        CompactingMemStore.COMPACTING_MEMSTORE_TYPE_KEY,
        MemoryCompactionPolicy.NONE.name(),
        // No cache exists to prefetch into.
        CacheConfig.PREFETCH_BLOCKS_ON_OPEN_KEY,
        "false",
        // The cache of a job's region, if any, captures all written blocks...
        CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_KEY,
        "true",
        CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_THRESHOLD_KEY,
        Long.toString(Long.MAX_VALUE),
        // ...in the form that any cache receives.
        CacheConfig.CACHE_DATA_BLOCKS_COMPRESSED_KEY,
        "false");
  }

  /** Map.of for more than ten entries. */
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

  /** Whether to remove the key as bytes: a key that is no UTF-8 makes a string of other bytes. */
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
