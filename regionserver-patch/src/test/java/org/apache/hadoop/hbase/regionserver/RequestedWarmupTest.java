// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.StoreWarmups;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A requested warm-up during changes of its store. */
class RequestedWarmupTest {
  private static final int ROWS = 400;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();

  @BeforeEach
  void warmNothingUnasked() {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.NONE.configName());
  }

  @AfterEach
  void cleanUp() throws IOException {
    util.cleanupTestDir();
  }

  /** A split lists the folder, and would take leftover files for the region's. */
  @ParameterizedTest
  @ValueSource(
      classes = {DefaultStoreEngine.class, DateTieredStoreEngine.class, StripeStoreEngine.class})
  void closingStoreArchivesCompactedFilesDuringTheirWarmup(Class<?> engine) throws Exception {
    conf.set(LighterOption.ENGINE_DELEGATE.key(), engine.getName());
    try (HeldWarmups held = new HeldWarmups(conf)) {
      HRegion region = filledRegion(held);
      HStore store = region.getStore(LocalRegion.FAMILY);
      CompletableFuture<Boolean> warming = warm(held, store);
      held.pace().letOneThrough();
      List<String> output = deleteAndCompact(region);
      assertThat(filesOf(region)).as("held").hasSizeGreaterThan(1);

      HBaseTestingUtility.closeRegionAndWAL(region);

      assertThat(filesOf(region)).isEqualTo(output);
      held.pace().open();
      assertThat(warming.get(1, TimeUnit.MINUTES)).isFalse();
    }
  }

  /** A secondary replica lists the folder as well. */
  @Test
  void deleteMarkersStayWhileTheirCellsAreBeingWarmed() throws Exception {
    FreedInputs.install(conf);
    try (HeldWarmups held = new HeldWarmups(conf)) {
      HRegion region = filledRegion(held);
      HStore store = region.getStore(LocalRegion.FAMILY);
      CompletableFuture<Boolean> warming = warm(held, store);
      held.pace().letOneThrough();
      List<String> first = filesOf(region);
      List<String> output = deleteAndCompact(region);
      List<String> all = filesOf(region);
      assertThat(all).containsAll(first).containsAll(output);
      assertThat(all).as("and the delete markers").hasSize(first.size() + 2);

      store.closeAndArchiveCompactedFiles();
      assertThat(filesOf(region)).containsExactlyInAnyOrderElementsOf(all);
      assertThat(FreedInputs.freed()).isEmpty();

      held.pace().open();
      assertThat(warming.get(1, TimeUnit.MINUTES)).isTrue();
      assertThat(FreedInputs.freed()).hasSize(1);
      assertThat(FreedInputs.freed().get(0)).hasSize(first.size() + 1);
      store.closeAndArchiveCompactedFiles();
      assertThat(filesOf(region)).isEqualTo(output);
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  /** A store for which Lighter is off is closed as HBase does, which knows of no pins. */
  @Test
  void closingStoreThatIsOffArchivesCompactedFilesDuringTheirWarmup() throws Exception {
    try (HeldWarmups held = new HeldWarmups(conf)) {
      HRegion region = filledRegionThatIsOff();
      CompletableFuture<Boolean> warming = warm(held, region.getStore(LocalRegion.FAMILY));
      held.pace().letOneThrough();
      List<String> output = deleteAndCompact(region);
      assertThat(filesOf(region)).as("not archived yet").hasSizeGreaterThan(1);

      HBaseTestingUtility.closeRegionAndWAL(region);

      assertThat(filesOf(region)).isEqualTo(output);
      held.pace().open();
      assertThat(warming.get(1, TimeUnit.MINUTES)).isFalse();
    }
  }

  @Test
  void warmupOfAStoreThatIsOffBeginsAgainAfterACompaction() throws Exception {
    try (HeldWarmups held = new HeldWarmups(conf)) {
      HRegion region = filledRegionThatIsOff();
      HStore store = region.getStore(LocalRegion.FAMILY);
      CompletableFuture<Boolean> warming = warm(held, store);
      held.pace().letOneThrough();
      List<String> output = deleteAndCompact(region);
      store.closeAndArchiveCompactedFiles();
      assertThat(filesOf(region)).isEqualTo(output);

      held.pace().open();

      assertThat(warming.get(1, TimeUnit.MINUTES)).isTrue();
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }

  private HRegion filledRegionThatIsOff() throws IOException {
    conf.set(LighterOption.OFFLOAD_ENABLED.key(), "false");
    HRegion region =
        LocalRegion.create(conf, util.getDataTestDir(), "off", OffloadingStoreEngine.class);
    LocalRegion.fill(region, ROWS);
    region.flush(true);
    return region;
  }

  private HRegion filledRegion(HeldWarmups held) throws IOException {
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    HRegion region =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("region", WarmedStoreEngine.class).setRegionReplication(2).build());
    LocalRegion.fill(region, ROWS);
    region.flush(true);
    return region;
  }

  /** Deletes, compacts to one file, and returns the names of the files. */
  private static List<String> deleteAndCompact(HRegion region) throws IOException {
    LocalRegion.delete(region, 0, 4);
    region.flush(true);
    region.compact(true);
    List<String> output =
        region.getStore(LocalRegion.FAMILY).getStorefiles().stream()
            .map(file -> file.getPath().getName())
            .toList();
    assertThat(output).hasSize(1);
    return output;
  }

  private static CompletableFuture<Boolean> warm(HeldWarmups held, HStore store) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return held.warm(store, warmups(store.getStoreEngine()), () -> false);
          } catch (ConfigurationException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static StoreWarmups warmups(StoreEngine<?, ?, ?, ?> engine) {
    return engine instanceof OffloadingStoreEngine lighter
        ? lighter.warmups()
        : ((WarmedStoreEngine) engine).warmups();
  }

  private static List<String> filesOf(HRegion region) throws Exception {
    Path folder = region.getRegionFileSystem().getStoreDir(Bytes.toString(LocalRegion.FAMILY));
    return Arrays.stream(region.getFilesystem().listStatus(folder))
        .map(file -> file.getPath().getName())
        .toList();
  }
}
