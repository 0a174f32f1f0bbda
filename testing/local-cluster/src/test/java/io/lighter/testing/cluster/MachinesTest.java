// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MachinesTest {
  @Test
  void aRegionServerAndACompactionServerAreBesideDifferentDataNodes() {
    Machines machines = new Machines(3, 1);

    assertThat(machines.jvmOptions(ProcessName.dataNode(1)))
        .containsExactly("-Dlighter.machine=127.0.0.2");
    assertThat(machines.jvmOptions(ProcessName.dataNode(3)))
        .containsExactly("-Dlighter.machine=127.0.0.4");
    assertThat(machines.jvmOptions(ProcessName.regionServer(1)))
        .containsExactly("-Dlighter.machine=127.0.0.2");
    assertThat(machines.jvmOptions(ProcessName.compactionServer(1)))
        .containsExactly("-Dlighter.machine=127.0.0.3");
    assertThat(machines.jvmOptions(ProcessName.compactionServer(3)))
        .containsExactly("-Dlighter.machine=127.0.0.2");
  }

  @Test
  void namesOfServersAndDataNodesComeFromTheProperty() {
    Machines machines = new Machines(3, 1);

    assertThat(machines.site(Role.DATA_NODE))
        .containsOnly(Map.entry("dfs.datanode.hostname", "${lighter.machine}"));
    assertThat(machines.site(Role.COMPACTION_SERVER))
        .hasSize(2)
        .containsValue("${lighter.machine}");
    assertThat(machines.site(Role.REGION_SERVER)).hasSize(2).containsValue("${lighter.machine}");
    assertThat(machines.site(Role.MANAGER)).isEmpty();
    assertThat(machines.jvmOptions(ProcessName.manager(1))).isEmpty();
  }

  @Test
  void aSingleMachineKeepsTheUsualNames() {
    Machines machines = new Machines(1, 1);

    assertThat(machines.site(Role.REGION_SERVER)).isEmpty();
    assertThat(machines.jvmOptions(ProcessName.dataNode(1))).isEmpty();
  }
}
