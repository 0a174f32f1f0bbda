// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A commit that an interrupt ends leaves the output in the store's folder, beside its inputs, since
 * HBase has moved the output before.
 */
class CommitInterruptTest {
  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();

  @AfterEach
  void close() {
    boolean unused = Thread.interrupted();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @EnumSource
  void earlierInterruptDoesNotReachTheCommit(WarmupStrategy strategy) throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), strategy.configName());
    HRegion region =
        LocalRegion.create(conf, util.getDataTestDir(), "interrupt", DefaultStoreEngine.class);
    try (HeldWarmups held = new HeldWarmups(conf)) {
      LocalRegion.fill(region, 20);
      HStore store = region.getStore(LocalRegion.FAMILY);
      StoreWarmups warmups =
          StoreWarmups.of(
              store,
              store.getStoreEngine(),
              WarmupSettings.of(LighterConfiguration.of(conf)),
              held.shared(),
              new PendingOutputs(),
              () -> true,
              Runnable::run,
              primary -> List.of());
      List<HStoreFile> files = List.copyOf(store.getStorefiles());
      List<Boolean> interruptedInCommit = new ArrayList<>();

      Thread.currentThread().interrupt();
      warmups.commit(
          files, files, () -> interruptedInCommit.add(Thread.currentThread().isInterrupted()));
      boolean interruptedAfterwards = Thread.interrupted();

      assertThat(interruptedInCommit).containsExactly(false);
      assertThat(interruptedAfterwards).isTrue();
    } finally {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
  }
}
