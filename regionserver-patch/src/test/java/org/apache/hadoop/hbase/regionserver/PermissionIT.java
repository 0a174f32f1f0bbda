package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.SecureTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A cluster whose AccessController is asked who may compact what. */
class PermissionIT {
  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1, LighterOption.SERVER_GROUP.defaultValue(), PermissionIT::withAccessController);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private static void withAccessController(Configuration site) {
    try {
      SecureTestUtil.enableSecurity(site);
    } catch (Exception e) { // what HBase declares
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoMayNotCompactATableDoesNotSoThroughACompactionServer() throws Exception {
    HRegion region = createWithTwoFiles();
    User eve = User.createUserForTesting(cluster.conf(), "eve", new String[0]);
    long offloaded = OffloadCounters.offloaded();

    assertThatThrownBy(() -> compact(region, eve))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("eve");

    HStore store = region.getStores().get(0);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(store.getStorefilesCount()).isEqualTo(2);

    assertThat(compact(region, User.getCurrent())).isTrue();

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(store.getStorefilesCount()).isOne();
  }

  @Test
  void compactionsOfHBaseItselfAreOffloaded() throws Exception {
    HRegion region = createWithTwoFiles();
    long offloaded = OffloadCounters.offloaded();

    assertThat(compact(region, null)).isTrue();

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
  }

  private static boolean compact(HRegion region, User user) throws IOException {
    HStore store = region.getStores().get(0);
    store.triggerMajorCompaction();
    CompactionContext context =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, user)
            .orElseThrow();
    return region.compact(context, store, NoLimitThroughputController.INSTANCE, user);
  }

  private static HRegion createWithTwoFiles() throws IOException {
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("permission"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build());
    RandomHistory history = new RandomHistory(new Random(7), region);
    history.writeFile(80);
    history.writeFile(80);
    return region;
  }
}
