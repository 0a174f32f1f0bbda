// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.ProcessName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RestartsTest {
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
  private static final ProcessName COMPACTION_SERVER = ProcessName.compactionServer(1);
  private static final ProcessName MASTER = ProcessName.master();
  private static final ProcessName NAME_NODE = ProcessName.nameNode();
  private static final ProcessName ZOOKEEPER = ProcessName.zooKeeper();

  @Test
  void exitDuringFaultInLighterProcessIsUnexpected() {
    assertThat(
            unexpected(
                FaultTarget.COMPACTION_SERVER,
                ProcessName.compactionServer(2),
                List.of(),
                List.of(COMPACTION_SERVER, REGION_SERVER)))
        .containsExactly(COMPACTION_SERVER, REGION_SERVER);
  }

  @Test
  void exitOfALivingTargetOfLighterIsUnexpected() {
    assertThat(
            unexpected(
                FaultTarget.COMPACTION_SERVER,
                COMPACTION_SERVER,
                List.of(),
                List.of(COMPACTION_SERVER)))
        .containsExactly(COMPACTION_SERVER);
  }

  @Test
  void regionServersAndMasterMayExitWithoutZooKeeper() {
    assertThat(
            unexpected(
                FaultTarget.ZOOKEEPER,
                ZOOKEEPER,
                List.of(),
                List.of(REGION_SERVER, MASTER, ZOOKEEPER)))
        .isEmpty();
    assertThat(
            unexpected(
                FaultTarget.ZOOKEEPER, ZOOKEEPER, List.of(), List.of(COMPACTION_SERVER, NAME_NODE)))
        .containsExactly(COMPACTION_SERVER, NAME_NODE);
  }

  @Test
  void lateExitIsAllowedAfterFaultInHBaseProcess() {
    List<ProcessName> late = List.of(REGION_SERVER, COMPACTION_SERVER);

    assertThat(unexpected(Optional.of(FaultTarget.ZOOKEEPER), late))
        .containsExactly(COMPACTION_SERVER);
    assertThat(unexpected(Optional.of(FaultTarget.COMPACTION_SERVER), late))
        .containsExactlyElementsOf(late);
    assertThat(unexpected(Optional.empty(), late)).containsExactlyElementsOf(late);
  }

  private static Set<ProcessName> unexpected(Optional<FaultTarget> last, List<ProcessName> late) {
    Fault fault =
        new Fault(FaultTarget.STANDBY, Moment.WAITING, FaultType.STOP, Duration.ofSeconds(45));
    return Restarts.unexpected(fault, ProcessName.manager(1), last, late, List.of());
  }

  private static Set<ProcessName> unexpected(
      FaultTarget target, ProcessName name, List<ProcessName> late, List<ProcessName> now) {
    Fault fault = new Fault(target, Moment.WAITING, FaultType.STOP, Duration.ofSeconds(45));
    return Restarts.unexpected(fault, name, Optional.empty(), late, now);
  }
}
