// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.index.region.EntryObserver;
import io.lighter.index.region.IndexObserver;
import io.lighter.regionserver.CompactionObserver;
import io.lighter.regionserver.OwnReader;
import io.lighter.regionserver.PermissionObserver;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import io.lighter.regionserver.offload.CompactionObservers.Verdict;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.HalfStoreFileReader;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The observers of a real region without a region server. {@code PermissionIT} covers observers
 * with their own readers, which such a region never requests.
 */
class CompactionObserversTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion region;
  private HStore store;

  @BeforeEach
  void createRegion() throws Exception {
    conf.setBoolean(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY, true);
    TableName name = TableName.valueOf("observed");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
    Superusers.initialize(conf);
    region.setCoprocessorHost(new RegionCoprocessorHost(region, null, conf));
    store = region.getStore(FAMILY);
  }

  @AfterEach
  void close() throws IOException {
    PermissionObserver.reset();
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  @Test
  void observerThatMayChangeACompactionMakesItLocal() throws Exception {
    assertThat(observers().keepsLocal(new CompactionObserver())).isTrue();
    load(CompactionObserver.class);
    assertThat(observers().keepLocal(region.getCoprocessorHost())).isTrue();
  }

  @Test
  void observerThatInheritsSuchAHookMakesCompactionsLocal() {
    assertThat(observers().keepsLocal(new ChildObserver())).isTrue();
  }

  @Test
  void namedObserverAllowsOffloadingAndItsSubclassDoesNot() {
    assertThat(observers(CompactionObserver.class).keepsLocal(new CompactionObserver())).isFalse();
    assertThat(observers(CompactionObserver.class).keepsLocal(new ChildObserver())).isTrue();
  }

  @Test
  void observerOfReadsAllowsOffloading() {
    assertThat(observers().keepsLocal(new ReadObserver())).isFalse();
    assertThat(observers().keepsLocal(new MultiRowMutationEndpoint())).isFalse();
    assertThat(observers().keepsLocal(new RegionTransactionEndpoint())).isFalse();
  }

  @Test
  void indexObserverKeepsNothingHere() throws Exception {
    assertThat(observers().keepsLocal(new IndexObserver())).isFalse();
    load(IndexObserver.class);
    assertThat(observers().keepLocal(region.getCoprocessorHost())).isFalse();
    assertThat(observers().keepsLocal(new EntryObserver())).isFalse();
  }

  @Test
  void accessControllerAllowsOffloading() {
    assertThat(observers().keepsLocal(new AccessController())).isFalse();
  }

  @Test
  void onlyHBasesVisibilityControllerAllowsOffloading() throws Exception {
    load(VisibilityController.class); // its start() creates the label service
    assertThat(observers().keepLocal(region.getCoprocessorHost())).isFalse();
    assertThat(observers().keepsLocal(new ChildOfVisibilityController())).isTrue();
  }

  /**
   * The second class has Ranger's earlier name, which Ranger still ships for old configurations.
   */
  @Test
  void defaultNamesRangersClasses() {
    assertThat(LighterConfiguration.defaults().classes(LighterOption.OFFLOAD_PERMISSION_OBSERVERS))
        .containsExactly(
            "org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor",
            "com.xasecure.authorization.hbase.XaSecureAuthorizationCoprocessor");
  }

  @Test
  void observerThatForwardsAllIsCalledOnceAndChangesNoData() throws Exception {
    load(PermissionObserver.class);
    User eve = User.createUserForTesting(conf, "eve", new String[0]);

    assertThat(ask(eve)).isEqualTo(Verdict.DATA_UNTOUCHED);

    assertThat(PermissionObserver.asked()).containsExactly("eve");
  }

  @Test
  void refusalEndsTheCompaction() throws Exception {
    load(PermissionObserver.class);
    PermissionObserver.deny("eve");
    User eve = User.createUserForTesting(conf, "eve", new String[0]);

    assertThatThrownBy(() -> ask(eve))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("eve");
    assertThat(ask(null)).isEqualTo(Verdict.DATA_UNTOUCHED);
  }

  @Test
  void observerThatWrapsTheScannerChangesData() throws Exception {
    load(PermissionObserver.class);
    PermissionObserver.change(PermissionObserver.Change.SCANNER);

    assertThat(ask(null)).isEqualTo(Verdict.DATA_CHANGED);
  }

  @Test
  void observerThatSetsOptionsOfTheScanChangesData() throws Exception {
    load(PermissionObserver.class);
    PermissionObserver.change(PermissionObserver.Change.SCAN_OPTIONS);

    assertThat(ask(null)).isEqualTo(Verdict.DATA_CHANGED);
  }

  @Test
  void observerWithItsOwnDeleteTrackerChangesData() throws Exception {
    load(PermissionObserver.class);
    PermissionObserver.change(PermissionObserver.Change.DELETE_TRACKER);

    assertThat(ask(null)).isEqualTo(Verdict.DATA_CHANGED);
  }

  /** Such an observer returns its own reader, as Phoenix does for halves of local indexes. */
  @Test
  void observersOwnReaderIsRecognised() {
    assertThat(CompactionObservers.isHBases(StoreFileReader.class)).isTrue();
    assertThat(CompactionObservers.isHBases(HalfStoreFileReader.class)).isTrue();
    assertThat(CompactionObservers.isHBases(OwnReader.class)).isFalse();
  }

  @Test
  void deleteMarkersHeedLabelsWithVisibilityController() throws Exception {
    load(VisibilityController.class);
    load(PermissionObserver.class);

    assertThat(ask(null)).isEqualTo(Verdict.LABELS);
  }

  @Test
  void visibilityControllerWithoutAuthorizationChangesNothing() throws Exception {
    conf.setBoolean(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY, false);
    load(VisibilityController.class);

    assertThat(ask(null)).isEqualTo(Verdict.DATA_UNTOUCHED);
  }

  @Test
  void regionWithoutCoprocessorsHasUntouchedData() throws Exception {
    region.setCoprocessorHost(null);

    assertThat(observers().keepLocal(null)).isFalse();
    assertThat(ask(null)).isEqualTo(Verdict.DATA_UNTOUCHED);
  }

  private Verdict ask(User user) throws IOException {
    CompactionRequestImpl request = new CompactionRequestImpl(store.getStorefiles());
    request.setTracker(CompactionLifeCycleTracker.DUMMY);
    request.setIsMajor(true, true);
    request.setPriority(Store.PRIORITY_USER);
    return observers(PermissionObserver.class)
        .ask(store, request, ScanType.COMPACT_DROP_DELETES, user);
  }

  private void load(Class<? extends RegionCoprocessor> observer) throws IOException {
    region.getCoprocessorHost().load(observer, 1, conf);
  }

  private static CompactionObservers observers(Class<?>... permissionOnly) {
    Set<String> names =
        Arrays.stream(permissionOnly).map(Class::getName).collect(Collectors.toSet());
    return new CompactionObservers(names);
  }

  private static final class ChildObserver extends CompactionObserver {}

  private static final class ChildOfVisibilityController extends VisibilityController {}

  private static final class ReadObserver implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public boolean preExists(
        ObserverContext<RegionCoprocessorEnvironment> c, Get get, boolean exists) {
      return exists;
    }
  }
}
