package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.junit.jupiter.api.Test;

class OffloadRulesTest {
  @Test
  void observerThatWrapsTheCompactionScannerKeepsCompactionsHere() {
    assertThat(OffloadRules.overridesCompactionHook(CompactionObserver.class)).isTrue();
  }

  @Test
  void observerThatInheritsSuchAHookKeepsCompactionsHere() {
    assertThat(OffloadRules.overridesCompactionHook(ChildObserver.class)).isTrue();
  }

  @Test
  void observerThatDecidesWhatADeleteMarkerCoversKeepsCompactionsHere() {
    assertThat(OffloadRules.overridesCompactionHook(VisibilityController.class)).isTrue();
  }

  @Test
  void observerOfReadsOnlyDoesNotMatter() {
    assertThat(OffloadRules.overridesCompactionHook(ReadObserver.class)).isFalse();
    assertThat(OffloadRules.overridesCompactionHook(MultiRowMutationEndpoint.class)).isFalse();
  }

  @Test
  void accessControllerWhichOnlyChecksPermissionDoesNotMatter() {
    assertThat(OffloadRules.overridesCompactionHook(AccessController.class)).isFalse();
  }

  private static final class ChildObserver extends CompactionObserver {}

  private static final class ReadObserver implements RegionObserver {
    @Override
    public boolean preExists(
        ObserverContext<RegionCoprocessorEnvironment> c, Get get, boolean exists) {
      return exists;
    }
  }
}
