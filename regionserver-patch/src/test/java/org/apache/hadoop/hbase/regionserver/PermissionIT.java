// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.PermissionObserver;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.SecureTestUtil;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.security.visibility.VisibilityClient;
import org.apache.hadoop.hbase.security.visibility.VisibilityConstants;
import org.apache.hadoop.hbase.security.visibility.VisibilityTestUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A cluster with HBase's AccessController and VisibilityController, whose tables may also have an
 * observer that checks permissions.
 */
class PermissionIT {
  private static final String SECRET = "secret";
  private static final String PRIVATE = "private";
  private static final List<String> VISIBILITIES =
      List.of("", SECRET, PRIVATE, SECRET + "&" + PRIVATE, SECRET + "|" + PRIVATE, "!" + SECRET);
  private static final int DEFAULT_ROUNDS = 5;

  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1, LighterOption.SERVER_GROUP.defaultValue(), PermissionIT::withObservers);
    addLabels();
  }

  @AfterEach
  void forgetObserver() {
    PermissionObserver.reset();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private static void withObservers(Configuration site) {
    try {
      SecureTestUtil.enableSecurity(site);
      VisibilityTestUtil.enableVisiblityLabels(site);
      site.set(
          LighterOption.OFFLOAD_PERMISSION_OBSERVERS.key(), PermissionObserver.class.getName());
    } catch (Exception e) { // declared by HBase
      throw new IllegalStateException(e);
    }
  }

  @Test
  void userWithoutPermissionCannotCompactThroughACompactionServer() throws Exception {
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

  @Test
  void permissionObserverIsCalledHereAndTheCompactionIsOffloaded() throws Exception {
    HRegion region = createWithTwoFiles(PermissionObserver.class);
    long offloaded = OffloadCounters.offloaded();

    assertThat(compact(region, User.getCurrent())).isTrue();

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(PermissionObserver.asked()).containsExactly(User.getCurrent().getShortName());
  }

  @Test
  void permissionObserversRefusalEndsLocalAndOffloadedCompactions() throws Exception {
    HRegion region = createWithTwoFiles(PermissionObserver.class);
    PermissionObserver.deny(User.getCurrent().getShortName());
    long offloaded = OffloadCounters.offloaded();
    long local = localCompactions();

    assertThatThrownBy(() -> compact(region, User.getCurrent()))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining(User.getCurrent().getShortName());

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(localCompactions()).isEqualTo(local);
    assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(2);
  }

  @Test
  void compactionIsLocalIfAnObserverWrapsItsScanner() throws Exception {
    HRegion region = createWithTwoFiles(PermissionObserver.class);
    PermissionObserver.change(PermissionObserver.Change.SCANNER);
    long offloaded = OffloadCounters.offloaded();
    long local = OffloadCounters.local(LocalReason.OBSERVER_CHANGES_DATA);

    assertThat(compact(region, User.getCurrent())).isTrue();

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded);
    assertThat(OffloadCounters.local(LocalReason.OBSERVER_CHANGES_DATA)).isEqualTo(local + 1);
    assertThat(Snapshots.visible(region.getStores().get(0))).as("the wrapper drops all").isEmpty();
  }

  /** With plain markers, the uncovered cell would be missing. */
  @Test
  void deleteMarkerCoversOnlyCellsWithItsLabelsOnACompactionServer() throws Exception {
    HRegion region = createWithTwoFiles();
    byte[] family = region.getStores().get(0).getColumnFamilyDescriptor().getName();
    byte[] row = Bytes.toBytes("s");
    region.put(labelled(new Put(row).addColumn(family, Bytes.toBytes("a"), 5, family), SECRET));
    region.put(labelled(new Put(row).addColumn(family, Bytes.toBytes("b"), 5, family), PRIVATE));
    region.delete(labelled(new Delete(row).addFamily(family, 7), SECRET));
    region.flush(true);
    long offloaded = OffloadCounters.offloaded();

    assertThat(compact(region, null)).isTrue();

    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(Snapshots.visible(region.getStores().get(0)))
        .filteredOn(cell -> cell.startsWith("s/"))
        .singleElement()
        .asString()
        .startsWith("s/f:b/5");
  }

  static LongStream seeds() {
    long first = Long.getLong("lighter.test.seed", System.nanoTime());
    return LongStream.range(
        first, first + Integer.getInteger("lighter.test.rounds", DEFAULT_ROUNDS));
  }

  /** The same test as in {@link OffloadEquivalenceIT}, for tables with labels. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void offloadedOutputOfATableWithLabelsEqualsTheLocalOne(long seed) throws Exception {
    Random random = new Random(seed);
    HRegion region =
        cluster.create(new RandomSchema(random).table(cluster.newTableName("labelled")));
    RandomHistory history = new RandomHistory(random, region, VISIBILITIES);
    int files = 2 + random.nextInt(4);
    for (int i = 0; i < files; i++) {
      history.writeFile(5 + random.nextInt(80));
    }
    boolean retire = random.nextBoolean();
    for (HStore store : region.getStores()) {
      OffloadEquivalenceIT.compactRepeatedly(store, random, retire, false);
    }
  }

  /** Adds the labels, and returns when the region servers know them. */
  private static void addLabels() throws Exception {
    TableName probe = cluster.newTableName("probe");
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(probe)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build());
    cluster.util().waitTableAvailable(VisibilityConstants.LABELS_TABLE_NAME);
    try {
      VisibilityClient.addLabels(cluster.util().getConnection(), new String[] {SECRET, PRIVATE});
    } catch (Throwable e) { // declared by HBase
      throw new IllegalStateException(e);
    }
    byte[] f = Bytes.toBytes("f");
    cluster.await(
        () -> {
          try {
            region.put(labelled(new Put(f).addColumn(f, f, f), SECRET + "&" + PRIVATE));
            return true;
          } catch (DoNotRetryIOException e) { // a label is not known yet
            return false;
          }
        });
  }

  private static <M extends Mutation> M labelled(M mutation, String expression) {
    mutation.setCellVisibility(new CellVisibility(expression));
    return mutation;
  }

  private static long localCompactions() {
    return Arrays.stream(LocalReason.values()).mapToLong(OffloadCounters::local).sum();
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

  @SafeVarargs
  private static HRegion createWithTwoFiles(Class<? extends RegionCoprocessor>... observers)
      throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("permission"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
    for (Class<?> observer : observers) {
      table.setCoprocessor(observer.getName());
    }
    HRegion region = cluster.create(table.build());
    RandomHistory history = new RandomHistory(new Random(7), region);
    history.writeFile(80);
    history.writeFile(80);
    return region;
  }
}
