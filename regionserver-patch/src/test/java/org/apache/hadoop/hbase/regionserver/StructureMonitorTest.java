// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StoreFileExtent;
import io.lighter.common.protocol.LighterProtos.StoreStructure;
import io.lighter.common.protocol.LighterProtos.StoreTree;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import io.lighter.common.rpc.Protocol;
import io.lighter.regionserver.LogLines;
import io.lighter.regionserver.structure.StructureMetrics;
import io.lighter.regionserver.structure.StructureMonitor;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistriesImpl;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Amplification of regions on the local disk, with HBase's engines and with Lighter's. */
class StructureMonitorTest {
  private static final int ROWS = 400;
  private static final int MOST_TABLES = 10;
  private static final double EXACT = 1e-9;
  private static final byte[] OTHER_FAMILY = Bytes.toBytes("g");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final MetricRegistry registry =
      new MetricRegistriesImpl().create(MetricProcess.REGION_SERVER.registry());
  private final List<HRegion> regions = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final StructureMonitor monitor = monitor(() -> regions, MOST_TABLES);

  @BeforeEach
  void compactOnlyWhenAsked() {
    conf.setInt(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, 100);
  }

  @AfterEach
  void close() throws IOException {
    monitor.close();
    for (HRegion region : regions) {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(classes = {DefaultStoreEngine.class, OffloadingStoreEngine.class})
  void flushesAndACompactionAreTheAmplificationsOfTheTable(Class<?> engine) throws IOException {
    HRegion region = sampled(engine);
    assertThat(ratio(LighterMetric.TABLE_WRITE_AMPLIFICATION)).isEqualTo(-1);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(-1);
    assertThat(ratio(LighterMetric.TABLE_SPACE_AMPLIFICATION)).isEqualTo(-1);

    long flushed = fill(region);
    long largest = largest(region);
    monitor.tick();

    assertWritten(flushed, 0);
    assertThat(ratio(LighterMetric.TABLE_WRITE_AMPLIFICATION)).isEqualTo(1);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(3);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION_MAX)).isEqualTo(3);
    assertThat(ratio(LighterMetric.TABLE_SPACE_AMPLIFICATION))
        .isEqualTo((double) flushed / largest, within(EXACT));
    assertThat(ratio(LighterMetric.TABLE_UNMERGED_BYTES)).isEqualTo((double) (flushed - largest));

    long output = compact(region);
    monitor.tick();

    assertWritten(flushed, output);
    assertThat(ratio(LighterMetric.TABLE_WRITE_AMPLIFICATION))
        .isEqualTo((double) (flushed + output) / flushed, within(EXACT));
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(1);
    assertThat(ratio(LighterMetric.TABLE_SPACE_AMPLIFICATION))
        .as("with inputs that are not archived yet")
        .isEqualTo((double) (flushed + output) / output, within(EXACT));
    assertThat(ratio(LighterMetric.TABLE_UNMERGED_BYTES)).isZero();

    archive(region);
    monitor.tick();
    assertThat(ratio(LighterMetric.TABLE_SPACE_AMPLIFICATION)).isEqualTo(1);
  }

  /** All outputs but one have no inputs in the metadata that HBase reads. */
  @ParameterizedTest
  @ValueSource(classes = {StripeStoreEngine.class, OffloadingStoreEngine.class})
  void severalOutputsOfOneCompactionAreCompactedBytesAndOneRun(Class<?> engine) throws IOException {
    conf.set(LighterOption.ENGINE_DELEGATE.key(), StripeStoreEngine.class.getName());
    conf.setInt(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, 4);
    conf.setBoolean(StripeStoreConfig.FLUSH_TO_L0_KEY, true);
    conf.setInt(StripeStoreConfig.MIN_FILES_L0_KEY, 2);
    HRegion region = sampled(engine);
    long flushed = fill(region);
    long output = compact(region);
    monitor.tick();

    assertThat(region.getStore(LocalRegion.FAMILY).getStorefilesCount()).isGreaterThan(1);
    assertWritten(flushed, output);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION_MAX)).isEqualTo(1);
  }

  @Test
  void outputThatIsCompactedAgainBetweenTwoSamplesCounts() throws IOException {
    HRegion region = sampled(DefaultStoreEngine.class);
    fill(region);
    long first = compact(region);
    LocalRegion.change(region, 0, ROWS, 9);
    region.compact(true);
    monitor.tick();

    assertThat(counter(LighterMetric.TABLE_COMPACTED_BYTES)).isEqualTo(first + bytes(region));
  }

  @Test
  void bulkLoadIsNotWritten() throws IOException {
    HRegion region = sampled(DefaultStoreEngine.class);
    region.bulkLoadHFiles(
        List.of(Pair.newPair(LocalRegion.FAMILY, bulkFile().toString())), false, null);
    monitor.tick();

    assertThat(bytes(region)).isPositive();
    assertWritten(0, 0);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(1);
  }

  @Test
  void regionThatMovesResetsNothingAndBringsNoWrittenBytes() throws IOException {
    HRegion region = filled(DefaultStoreEngine.class);
    long flushed = counter(LighterMetric.TABLE_FLUSHED_BYTES);

    regions.clear();
    monitor.tick();
    assertThat(counter(LighterMetric.TABLE_FLUSHED_BYTES)).isEqualTo(flushed).isPositive();
    assertThat(ratio(LighterMetric.TABLE_WRITE_AMPLIFICATION)).isEqualTo(1);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(-1);
    assertThat(ratio(LighterMetric.TABLE_UNMERGED_BYTES)).isZero();

    LocalRegion.change(region, 0, ROWS, 9); // elsewhere
    regions.add(region);
    monitor.tick();
    assertThat(counter(LighterMetric.TABLE_FLUSHED_BYTES)).isEqualTo(flushed);
    assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(4);
  }

  @Test
  void tableWithoutRegionForAnHourIsForgotten() throws IOException {
    HRegion region = filled(DefaultStoreEngine.class);
    regions.clear();
    passAnHour();
    monitor.tick();
    assertThat(metricsOfTables()).isNotEmpty();

    nanos.addAndGet(1);
    monitor.tick();

    assertThat(metricsOfTables()).isEmpty();
    assertThat(reported(Set.of()).getTableStructureList()).isEmpty();
    regions.add(region);
    monitor.tick();
    assertThat(counter(LighterMetric.TABLE_FLUSHED_BYTES)).isZero();
  }

  @Test
  void systemTablesAreLeftOut() throws IOException {
    TableDescriptor table = LocalRegion.table("hbase:acl", DefaultStoreEngine.class).build();
    regions.add(
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(table.getTableName()).build(),
            util.getDataTestDir("system"),
            conf,
            table));
    monitor.tick();

    assertThat(metricsOfTables()).isEmpty();
  }

  @Test
  void sampleThatFailsIsFollowedByOthers() throws IOException {
    HRegion region = create("t", DefaultStoreEngine.class);
    StructureMonitor failing =
        monitor(
            () -> {
              if (nanos.get() == 0) {
                throw new IllegalStateException("no regions");
              }
              return regions;
            },
            MOST_TABLES);
    nanos.set(0);
    failing.tick();
    nanos.set(1);
    failing.tick();
    fill(region);
    failing.tick();

    assertThat(counter(LighterMetric.TABLE_FLUSHED_BYTES)).isEqualTo(bytes(region));
    failing.close();
  }

  @Test
  void reportHasTheSumsOfTheTableAndItsStoresOnlyIfTheyAreAskedFor() throws IOException {
    HRegion region = filled(OffloadingStoreEngine.class);

    TableStructure table = reported(Set.of("other")).getTableStructure(0);
    assertThat(table.getTable()).isEqualTo("t");
    assertThat(table.getFlushedBytes()).isEqualTo(bytes(region));
    assertThat(table.getStores()).isEqualTo(2);
    assertThat(table.getFiles()).isEqualTo(6);
    assertThat(table.getRuns()).isEqualTo(6);
    assertThat(table.getMostRuns()).isEqualTo(3);
    assertThat(table.getBytes()).isEqualTo(bytes(region));
    assertThat(table.getRunBytes()).isEqualTo(largest(region));
    assertThat(reported(Set.of("other")).getStoreList()).isEmpty();

    List<StoreStructure> stores = reported(Set.of("t")).getStoreList();
    assertThat(stores).extracting(StoreStructure::getFamily).containsExactly("f", "g");
    StoreStructure store = stores.get(0);
    assertThat(store.getRegion()).isEqualTo(region.getRegionInfo().getEncodedName());
    assertThat(store.getEngine()).isEqualTo(DefaultStoreEngine.class.getName());
    assertThat(store.getDecorated()).isTrue();
    assertThat(store.getRuns()).isEqualTo(3);
    assertThat(store.getFileList())
        .extracting(StoreFileExtent::getInLargestRun)
        .containsExactly(true, false, false);
    assertThat(store.getFile(0).getFirstRow().toByteArray()).isEqualTo(LocalRegion.row(0));
    assertThat(store.getFile(0).getLastRow().toByteArray()).isEqualTo(LocalRegion.row(ROWS - 1));
  }

  @Test
  void engineThatLighterDoesNotDecorateIsReportedAsItIs() throws IOException {
    sampled(StripeStoreEngine.class);

    StoreStructure store = reported(Set.of("t")).getStore(0);
    assertThat(store.getEngine()).isEqualTo(StripeStoreEngine.class.getName());
    assertThat(store.getDecorated()).isFalse();
  }

  @Test
  void storesThatDoNotFitIntoAReportAreCounted() throws IOException {
    HRegion region = create("t", DefaultStoreEngine.class);
    regions.addAll(Collections.nCopies(Protocol.MOST_STORES_REPORTED / 2, region));
    try {
      RegionServerReport report = reported(Set.of("t"));

      assertThat(report.getStoreCount()).isEqualTo(Protocol.MOST_STORES_REPORTED);
      assertThat(report.getStoresLeftOut()).isEqualTo(2);
    } finally {
      regions.clear();
      regions.add(region);
    }
  }

  @Test
  void storeThatCannotBeReadHidesNoOtherOneAndIsCountedOnceItCan() throws IOException {
    HRegion region = create("t", DefaultStoreEngine.class);
    AtomicBoolean unreadable = new AtomicBoolean();
    replaceStore(region, unreadable);
    monitor.tick();
    long flushed = fill(region);
    long readable = region.getStore(OTHER_FAMILY).getStorefilesSize();
    unreadable.set(true);
    try (LogLines log = new LogLines(StructureMonitor.class.getPackageName())) {
      monitor.tick();
      assertWritten(readable, 0);
      assertThat(ratio(LighterMetric.TABLE_READ_AMPLIFICATION)).isEqualTo(3);
      RegionServerReport report = reported(Set.of("t"));
      assertThat(report.getTableStructure(0).getStores()).isOne();
      assertThat(report.getStoreList())
          .extracting(StoreStructure::getFamily)
          .containsExactly(Bytes.toString(OTHER_FAMILY));
      assertThat(report.getStoresLeftOut()).isOne();
      String line =
          "cannot look at family f of region %s of table t"
              .formatted(region.getRegionInfo().getEncodedName());
      assertThat(log.all()).containsExactly(line);

      passAnHour();
      monitor.tick();
      assertThat(log.all()).containsExactly(line, line);
    }

    unreadable.set(false);
    monitor.tick();
    assertWritten(flushed, 0);
    assertThat(reported(Set.of()).getTableStructure(0).getStores()).isEqualTo(2);
  }

  @Test
  void numberOfTablesAboveTheLimitIsLoggedOnceAnHour() throws IOException {
    for (String table : List.of("t", "u", "v")) {
      create(table, DefaultStoreEngine.class);
    }
    String line = "2 tables have no metrics: 1 others have, the most";
    try (StructureMonitor small = monitor(() -> regions, 1);
        LogLines log = new LogLines(StructureMonitor.class.getPackageName())) {
      small.tick();
      nanos.addAndGet(Duration.ofHours(1).toNanos() - 1);
      small.tick();
      assertThat(log.all()).containsExactly(line);
      assertThat(registry.get(LighterMetric.TABLE_FLUSHED_BYTES.metricName("t"))).isPresent();
      assertThat(registry.get(LighterMetric.TABLE_FLUSHED_BYTES.metricName("u"))).isEmpty();

      nanos.addAndGet(1);
      small.tick();
      assertThat(log.all()).containsExactly(line, line);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {TieredStoreEngine.class, OffloadingStoreEngine.class})
  void reportedTableHasItsLevelsAndWhatWasWrittenToThem(Class<?> engine) throws IOException {
    conf.set(LighterOption.ENGINE_DELEGATE.key(), TieredStoreEngine.class.getName());
    conf.set("lighter.tiered.tiers", "*:3");
    conf.set("lighter.tiered.base", "1MB"); // all files are of level 0
    HRegion region = create("t", engine);
    long flushed = fill(region);
    monitor.tick();

    TableTiers three = tiers();
    assertThat(three.getStores()).isEqualTo(2);
    assertThat(three.getFlushedBytes()).as("before the first sample, too").isEqualTo(flushed);
    assertThat(three.getLevelList())
        .containsExactly(
            TierLevel.newBuilder().setLevel(0).setBytes(flushed).setMergedBytes(0).build());
    assertThat(three.getFullRuns()).isEqualTo(2);
    assertThat(three.getFullRunMs()).isZero();
    assertThat(three.getAuditedStores()).as("not on HDFS").isZero();

    nanos.addAndGet(Duration.ofMinutes(31).toNanos());
    monitor.tick();
    assertThat(tiers().getFullRunMs()).isEqualTo(Duration.ofMinutes(31).toMillis());
    assertThat(tiers().getFlushedBytes()).as("is counted once").isEqualTo(flushed);

    long output = compact(region);
    monitor.tick();
    assertThat(tiers().getFullRuns()).isZero();
    assertThat(tiers().getFullRunMs()).isZero();
    assertThat(tiers().getLevelList())
        .extracting(TierLevel::getBytes, TierLevel::getMergedBytes)
        .containsExactly(tuple(output, output));

    regions.clear();
    monitor.tick();
    assertThat(tiers().getStores()).isZero();
    assertThat(tiers().getLevelList())
        .as("what was written to stores that moved away")
        .extracting(TierLevel::getBytes, TierLevel::getMergedBytes)
        .containsExactly(tuple(0L, output));
    regions.add(region);
  }

  @Test
  void tableWithoutLevelsReportsNone() throws IOException {
    filled(DefaultStoreEngine.class);
    assertThat(reported(Set.of()).getTableStructure(0).hasTiers()).isFalse();
  }

  private TableTiers tiers() {
    return reported(Set.of()).getTableStructure(0).getTiers();
  }

  /** Three flushes are a tree each; a fourth makes them one, whose files overlap. */
  @ParameterizedTest
  @ValueSource(classes = {ForestStoreEngine.class, OffloadingStoreEngine.class})
  void reportedStoreOfAForestHasItsTrees(Class<?> engine) throws IOException {
    conf.set(LighterOption.ENGINE_DELEGATE.key(), ForestStoreEngine.class.getName());
    HRegion region = filled(engine);

    StoreStructure three = reported(Set.of("t")).getStore(0);
    assertThat(three.getEngine()).isEqualTo(ForestStoreEngine.class.getName());
    assertThat(three.getTreeList())
        .extracting(StoreTree::getStage, StoreTree::getFiles, StoreTree::getDueClusters)
        .containsExactly(tuple(1, 1, 0), tuple(1, 1, 0), tuple(1, 1, 0));
    assertThat(three.getFileList())
        .extracting(StoreFileExtent::getTree)
        .containsExactlyInAnyOrder(0, 1, 2);

    LocalRegion.change(region, 2, ROWS, 4);
    StoreStructure four = reported(Set.of("t")).getStore(0);
    assertThat(four.getTreeList())
        .containsExactly(
            StoreTree.newBuilder()
                .setStage(2)
                .setFiles(4)
                .setBytes(four.getBytes())
                .setDueClusters(1)
                .setDueBytes(four.getBytes())
                .build());
    assertThat(four.getFileList()).allMatch(file -> file.hasTree() && file.getTree() == 0);
  }

  @Test
  void regionOfAnIndexedTableWithoutTheObserverIsReportedAndCounted() throws IOException {
    TableDescriptor indexed =
        LocalRegion.table("ns_people", DefaultStoreEngine.class)
            .setValue("lighter.index.city", "value f:city string")
            .setValue("lighter.index.bad__name", "value f:city string")
            .build();
    regions.add(LocalRegion.create(conf, util.getDataTestDir(), indexed));
    monitor.tick();

    TableStructure table = reported(Set.of()).getTableStructure(0);

    assertThat(table.getIndexes())
        .as("two families, one region")
        .isEqualTo(
            TableIndexes.newBuilder()
                .addIndex(IndexName.newBuilder().setName("bad__name").setTable(""))
                .addIndex(IndexName.newBuilder().setName("city").setTable("ns_people__city"))
                .setRegions(1)
                .setUnobservedRegions(1)
                .setRefusingRegions(0)
                .build());
    assertThat(unobserved()).isEqualTo(1);
    assertThat(reported(Set.of()).hasIndexActivity()).isFalse();

    regions.remove(regions.get(0));
    monitor.tick();
    assertThat(unobserved()).isZero();
  }

  @Test
  void tableWithoutIndexesReportsNone() throws IOException {
    HRegion unused = filled(DefaultStoreEngine.class);

    assertThat(reported(Set.of()).getTableStructure(0).hasIndexes()).isFalse();
    assertThat(unobserved()).isZero();
  }

  /** Names of all metrics but the one of the whole region server. */
  private List<String> metricsOfTables() {
    String ofServer = LighterMetric.INDEX_UNOBSERVED_REGIONS.metricName();
    return registry.getMetrics().keySet().stream().filter(name -> !name.equals(ofServer)).toList();
  }

  private int unobserved() {
    return registry
        .get(LighterMetric.INDEX_UNOBSERVED_REGIONS.metricName())
        .map(gauge -> ((Number) ((Gauge<?>) gauge).getValue()).intValue())
        .orElseThrow();
  }

  @Test
  void storeOfAnotherEngineHasNoTrees() throws IOException {
    HRegion unused = filled(OffloadingStoreEngine.class);

    StoreStructure store = reported(Set.of("t")).getStore(0);

    assertThat(store.getTreeList()).isEmpty();
    assertThat(store.getFileList()).noneMatch(StoreFileExtent::hasTree);
  }

  private StructureMonitor monitor(
      Supplier<? extends Collection<? extends Region>> open, int mostTables) {
    return new StructureMonitor(
        open,
        new StructureMetrics(new MetricSet(MetricProcess.REGION_SERVER, registry)),
        nanos::get,
        mostTables);
  }

  /** A region of the table "t", of which the monitor has taken a sample. */
  private HRegion sampled(Class<?> engine) throws IOException {
    HRegion region = create("t", engine);
    monitor.tick();
    return region;
  }

  /** A sampled region with three flushed files in each store, of which there is a sample, too. */
  private HRegion filled(Class<?> engine) throws IOException {
    HRegion region = sampled(engine);
    fill(region);
    monitor.tick();
    return region;
  }

  /** Flushes three files in each store, and returns the bytes of all files. */
  private static long fill(HRegion region) throws IOException {
    LocalRegion.fill(region, ROWS);
    assertThat(bytes(region)).isPositive();
    return bytes(region);
  }

  /** Compacts all files, and returns the bytes of the outputs. */
  private static long compact(HRegion region) throws IOException {
    region.compact(true);
    assertThat(bytes(region)).isPositive();
    return bytes(region);
  }

  private void assertWritten(long flushed, long compacted) {
    assertThat(counter(LighterMetric.TABLE_FLUSHED_BYTES)).isEqualTo(flushed);
    assertThat(counter(LighterMetric.TABLE_COMPACTED_BYTES)).isEqualTo(compacted);
  }

  private void passAnHour() {
    nanos.addAndGet(Duration.ofHours(1).toNanos());
  }

  /** Replaces the empty store of the first family by one whose list of files may fail. */
  private void replaceStore(HRegion region, AtomicBoolean unreadable) throws IOException {
    HStore store =
        new HStore(
            region, region.getTableDescriptor().getColumnFamily(LocalRegion.FAMILY), conf, false) {
          @Override
          public Collection<HStoreFile> getStorefiles() {
            if (unreadable.get()) {
              throw new IllegalStateException("no list of files");
            }
            return super.getStorefiles();
          }
        };
    region.stores.put(LocalRegion.FAMILY, store).close();
  }

  private HRegion create(String table, Class<?> engine) throws IOException {
    HRegion region = LocalRegion.create(conf, util.getDataTestDir(), table, engine);
    regions.add(region);
    return region;
  }

  private Path bulkFile() throws IOException {
    Path file = new Path(util.getDataTestDir(), "bulk/f/0123456789abcdef0123456789abcdef");
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, new CacheConfig(conf))
            .withPath(util.getTestFileSystem(), file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      byte[] qualifier = Bytes.toBytes("a");
      writer.append(new KeyValue(LocalRegion.row(1), LocalRegion.FAMILY, qualifier, qualifier));
      writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(1L));
    }
    return file;
  }

  private static void archive(HRegion region) throws IOException {
    for (HStore store : region.getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  private static long bytes(HRegion region) {
    return region.getStores().stream().mapToLong(HStore::getStorefilesSize).sum();
  }

  /** Sum of the largest files of the stores. */
  private static long largest(HRegion region) {
    return region.getStores().stream()
        .map(HStore::getStorefiles)
        .mapToLong(StructureMonitorTest::largest)
        .sum();
  }

  private static long largest(Collection<HStoreFile> files) {
    return files.stream().mapToLong(file -> file.getReader().length()).max().orElseThrow();
  }

  private RegionServerReport reported(Set<String> storesOf) {
    RegionServerReport.Builder report = RegionServerReport.newBuilder();
    monitor.addTo(report, storesOf);
    return report.buildPartial();
  }

  private long counter(LighterMetric metric) {
    return ((Counter) registry.get(metric.metricName("t")).orElseThrow()).getCount();
  }

  private double ratio(LighterMetric metric) {
    Gauge<?> gauge = (Gauge<?>) registry.get(metric.metricName("t")).orElseThrow();
    return ((Number) gauge.getValue()).doubleValue();
  }
}
