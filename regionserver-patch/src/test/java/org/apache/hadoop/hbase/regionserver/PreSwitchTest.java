package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The strategy {@code pre-switch}: a compaction's thread warms the output, then commits. */
class PreSwitchTest {
  private static final int ROWS = 20;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion region;

  @BeforeEach
  void createRegion() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.PRE_SWITCH.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    held = new HeldWarmups(conf);
    region = LocalRegion.create(conf, util.getDataTestDir(), "preswitch", DefaultStoreEngine.class);
    LocalRegion.fill(region, ROWS);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  /** As {@code compaction_switch false} does it. */
  @Test
  void interruptEndsTheWarmUpAndDoesNotReachTheCommit() throws Exception {
    HStore store = region.getStore(LocalRegion.FAMILY);
    StoreWarmups warmups =
        StoreWarmups.of(
            store,
            store.getStoreEngine(),
            WarmupSettings.of(LighterConfiguration.of(conf)),
            held.shared(),
            () -> true);
    List<HStoreFile> files = List.copyOf(store.getStorefiles());
    List<Boolean> interruptedInCommit = new ArrayList<>();

    Thread.currentThread().interrupt();
    warmups.commit(
        files, files, () -> interruptedInCommit.add(Thread.currentThread().isInterrupted()));
    boolean interruptedAfterwards = Thread.interrupted();

    assertThat(interruptedInCommit).containsExactly(false);
    assertThat(interruptedAfterwards).isTrue();
    assertThat(held.completed() + held.endedEarly()).isEqualTo(1);
  }
}
