// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.ShapingSettings;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.index.client.IndexTables;
import io.lighter.index.gc.IndexAwareCompactor;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.regionserver.storefiletracker.JobFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobConfigurationTest {
  private static final String ENGINE = StoreEngine.STORE_ENGINE_CLASS_KEY;
  private static final IndexSpec CITY = IndexSpec.parse("city", "value f:city string");
  private static final String TRACKER = StoreFileTrackerFactory.TRACKER_IMPL;

  private final Configuration site = new Configuration(false);
  private final SubmitRequest.Builder request = TestJobs.request();
  private ColumnFamilyDescriptor family = TestJobs.FAMILY;
  private TableDescriptor table = TestJobs.TABLE;

  @Test
  void engineAndTrackerOfTheJobOverrideDescriptors() {
    family =
        ColumnFamilyDescriptorBuilder.newBuilder(family)
            .setConfiguration(ENGINE, "family.Engine")
            .setValue(TRACKER, "family.Tracker")
            .build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .modifyColumnFamily(family)
            .setValue(ENGINE, "table.Engine")
            .setValue(TRACKER, "FILE")
            .build();
    site.set(ENGINE, "site.Engine");

    Configuration store = storeConfiguration();

    assertThat(store.get(ENGINE)).isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(store.get(TRACKER)).isEqualTo(JobFileTracker.class.getName());
  }

  @Test
  void tableOverridesRegionServerOverridesSite() {
    site.set("hfile.format.version", "2");
    site.set("hbase.a", "site");
    set("hfile.format.version", "3");
    set("hbase.a", "request");
    table = TableDescriptorBuilder.newBuilder(table).setValue("hbase.a", "table").build();

    Configuration store = storeConfiguration();

    assertThat(store.get("hfile.format.version")).isEqualTo("3");
    assertThat(store.get("hbase.a")).isEqualTo("table");
  }

  @Test
  void rootDirectoryCannotBeOverridden() {
    site.set("hbase.rootdir", "hdfs://ours/hbase");
    set("hbase.rootdir", "hdfs://evil/1");
    set("fs.defaultFS", "hdfs://evil/2");
    family =
        ColumnFamilyDescriptorBuilder.newBuilder(family)
            .setConfiguration("hbase.rootdir", "hdfs://evil/3")
            .setValue("hbase.rootdir", "hdfs://evil/4")
            .build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .modifyColumnFamily(family)
            .setValue("hbase.rootdir", "hdfs://evil/5")
            .build();

    Configuration store = storeConfiguration();

    assertThat(store.get("hbase.rootdir")).isEqualTo("hdfs://ours/hbase");
    assertThat(store.get("fs.defaultFS")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.hdfs.impl",
        "dfs.nameservices",
        "dfs.client.failover.proxy.provider.ours",
        "hadoop.security.authentication",
        "hbase.wal.dir",
        "hbase.security.authentication",
        "hbase.superuser",
        "hbase.crypto.keyprovider",
        "hbase.zookeeper.quorum"
      })
  void requestAndDescriptorCannotSetPlacesOrRights(String key) {
    set(key, "request");
    family =
        ColumnFamilyDescriptorBuilder.newBuilder(family)
            .setConfiguration(key, "family")
            .setValue(key, "family")
            .build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .modifyColumnFamily(family)
            .setValue(key, "table")
            .build();

    assertThat(storeConfiguration().get(key)).isNull();

    site.set(key, "site");
    assertThat(storeConfiguration().get(key)).isEqualTo("site");
  }

  /** Otherwise a server that a key rotation has not reached would use the old key again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.crypto.master.key.name",
        "hbase.crypto.master.alternate.key.name",
        "hbase.crypto.key.hash.algorithm"
      })
  void regionServerNamesTheKeyAndNoDescriptorDoes(String key) {
    site.set(key, "site");
    family = ColumnFamilyDescriptorBuilder.newBuilder(family).setValue(key, "family").build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .modifyColumnFamily(family)
            .setValue(key, "table")
            .build();

    assertThat(storeConfiguration().get(key)).isNull();

    set(key, "request");
    assertThat(storeConfiguration().get(key)).isEqualTo("request");
  }

  /** Otherwise an output's blocks would differ from those that the region server writes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.block.compressed.size.predicator",
        "hbase.block.max.size.uncompressed",
        "hbase.enable.historical.compaction.files",
        "hbase.io.compress.zstd.level",
        "io.compression.codec.zstd.level",
        "zlib.compress.level"
      })
  void blocksAndCompressionAreTheRegionServers(String key) {
    site.set(key, "site");
    assertThat(storeConfiguration().get(key)).isNull();

    set(key, "request");
    assertThat(ShapingSettings.include(key)).isTrue();
    assertThat(storeConfiguration().get(key)).isEqualTo("request");
  }

  @Test
  void keysUnsetOnTheRegionServerIgnoreThisSite() {
    site.set("io.storefile.bloom.enabled", "false");
    site.set("hbase.hstore.defaultengine.compactor.class", "site.Compactor");
    site.set("hbase.data.umask.enable", "true");
    site.set("hbase.data.umask", "077");
    site.set("hbase.table.max.rowsize", "1");

    Configuration store = storeConfiguration();

    assertThat(store.get("io.storefile.bloom.enabled")).isNull();
    assertThat(store.get("hbase.hstore.defaultengine.compactor.class")).isNull();
    assertThat(store.get("hbase.data.umask.enable")).isNull();
    assertThat(store.get("hbase.data.umask")).isNull();
    assertThat(store.get("hbase.table.max.rowsize")).isNull();

    set("hbase.data.umask", "027");
    assertThat(storeConfiguration().get("hbase.data.umask")).isEqualTo("027");
  }

  /** The class may exist on region servers only, and then the store could not be opened. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.hstore.defaultengine.compactionpolicy.class",
        "hbase.hstore.defaultengine.storeflusher.class",
        "hbase.hstore.compaction.date.tiered.window.policy.class",
        "hbase.hstore.compaction.date.tiered.window.factory.class"
      })
  void classesThatOnlyRegionServersUseAreHBases(String key) {
    site.set(key, "site.Class");
    set(key, "request.Class");
    family =
        ColumnFamilyDescriptorBuilder.newBuilder(family)
            .setConfiguration(key, "family.Class")
            .setValue(key, "family.Class")
            .build();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .modifyColumnFamily(family)
            .setValue(key, "table.Class")
            .build();

    assertThat(storeConfiguration().get(key)).isNull();
  }

  @Test
  void dataFamilyWithAnIndexHasTheCompactorThatWritesLiveSets() {
    assertThat(compactor()).isNull();
    makeIndexed();
    assertThat(compactor()).isEqualTo(IndexAwareCompactor.class.getName());
  }

  @Test
  void otherFamilyHasHBasesCompactor() {
    makeIndexed();
    family = ColumnFamilyDescriptorBuilder.of("g");
    table = TableDescriptorBuilder.newBuilder(table).setColumnFamily(family).build();

    assertThat(compactor()).isNull();
  }

  /** An older region server, or one that could not load the observer. */
  @Test
  void regionWithoutTheObserverHasHBasesCompactor() {
    makeIndexed();
    request.clearIndexSettledSeqId();

    assertThat(compactor()).isNull();
  }

  @Test
  void compactionOfSomeFilesHasHBasesCompactor() {
    makeIndexed();
    request.setMajor(false).setAllFiles(false);

    assertThat(compactor()).isNull();
  }

  @Test
  void otherEngineHasHBasesCompactor() {
    makeIndexed();
    request.setEngine(StripeStoreEngine.class.getName());

    assertThat(compactor()).isNull();
  }

  /** What reads show is then not the newest put of the output. */
  @Test
  void familyThatKeepsOtherCellsHasHBasesCompactor() {
    makeIndexed();
    for (ColumnFamilyDescriptorBuilder other :
        List.of(
            ColumnFamilyDescriptorBuilder.newBuilder(family)
                .setKeepDeletedCells(KeepDeletedCells.TRUE),
            ColumnFamilyDescriptorBuilder.newBuilder(family).setNewVersionBehavior(true),
            ColumnFamilyDescriptorBuilder.newBuilder(family).setTimeToLive(1000))) {
      family = other.build();
      assertThat(compactor()).isNull();
    }
  }

  @Test
  void definitionThatThisServerCannotReadLeavesTheCompactionAlone() {
    makeIndexed();
    table =
        TableDescriptorBuilder.newBuilder(table)
            .setValue(IndexNames.definitionKey("later"), "value f:city of a later release")
            .build();

    assertThat(compactor()).isNull();
  }

  @Test
  void indexTableHasTheCompactorThatDropsStaleEntriesUnlessItIsOff() {
    table = IndexTables.building(TestJobs.TABLE.getTableName(), CITY);
    family = table.getColumnFamily(IndexNames.family());
    request.setMajor(false).setAllFiles(false);
    assertThat(compactor()).isEqualTo(IndexAwareCompactor.class.getName());

    site.set(LighterOption.INDEX_GC_ENABLED.key(), "false");
    assertThat(compactor()).isNull();
    site.set(LighterOption.INDEX_GC_ENABLED.key(), "true");
    for (String value : List.of("false", "no")) {
      table =
          TableDescriptorBuilder.newBuilder(table)
              .setValue(LighterOption.INDEX_GC_ENABLED.key(), value)
              .build();
      assertThat(compactor()).isNull();
    }
  }

  private void makeIndexed() {
    table =
        TableDescriptorBuilder.newBuilder(table)
            .setValue(IndexNames.definitionKey(CITY.name()), CITY.text())
            .build();
    request.setIndexSettledSeqId(1);
  }

  private String compactor() {
    return storeConfiguration().get(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY);
  }

  private void set(String key, String value) {
    request.addConfiguration(ConfigurationEntry.newBuilder().setKey(key).setValue(value));
  }

  private Configuration storeConfiguration() {
    JobSpec spec =
        new JobSpec(
            new CompactionJobId(request.getJobId()),
            request.build(),
            Optional.empty(),
            table,
            family,
            TestJobs.REGION,
            new Path("/t"),
            new Path("/t/r/.tmp"),
            1,
            List.of(),
            List.of(),
            Optional.empty());
    JobConfiguration configuration = JobConfiguration.of(site, spec);
    return StoreUtils.createStoreConfiguration(
        configuration.base(), configuration.table(), configuration.family());
  }
}
