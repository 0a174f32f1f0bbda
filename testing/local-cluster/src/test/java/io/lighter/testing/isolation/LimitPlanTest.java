// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LimitPlanTest {
  private static final Member REGION_SERVER = new Member("region-server", 1, "1g");
  private static final Member DATA_NODE = new Member("data-node", 1, "256m");

  @Test
  void pinnedJvmsKeepTheUsualCollectorUnlessAnotherIsGiven() {
    LimitPlan plan = plan(IsolationProfile.PAPER_NODE);

    assertThat(plan.jvmOptions(REGION_SERVER, List.of())).containsExactly("-XX:+UseG1GC");
    assertThat(plan.jvmOptions(REGION_SERVER, List.of("-XX:+UseZGC"))).isEmpty();
    assertThat(plan.jvmOptions(DATA_NODE, List.of())).contains("-Xms256m", "-XX:+AlwaysPreTouch");
  }

  @Test
  void onlyDataNodesHaveLimitsOfMemoryAndDisk() {
    LimitPlan plan = plan(IsolationProfile.PAPER_NODE);
    Map<BlockDevice, DiskLimits> limited =
        Map.of(new BlockDevice(7, 5), new DiskLimits(120, 100_000_000));

    assertThat(plan.of(DATA_NODE, limited))
        .satisfies(
            limits -> {
              assertThat(limits.cpus()).contains("1");
              assertThat(limits.memory()).hasValue(672L << 20);
              assertThat(limits.disks()).isEqualTo(limited);
            });
    for (GroupLimits limits : List.of(plan.of(REGION_SERVER, Map.of()), plan.ofClients())) {
      assertThat(limits.memory()).isEmpty();
      assertThat(limits.disks()).isEmpty();
    }
    assertThat(plan.of(REGION_SERVER, Map.of()).cpus()).contains("0");
    assertThat(plan.ofClients().cpus()).contains("1");
  }

  @Test
  void oneReasonOfSeveralControllersIsNamedOnce() {
    LimitPlan plan = plan(IsolationProfile.PAPER_NODE);
    Map<Controller, String> failures =
        Map.of(Controller.CPU_SHARES, "no permission", Controller.MEMORY, "no permission");

    assertThat(plan.missing(failures, true))
        .containsExactly("CPU shares, memory limits: no permission");
    assertThat(plan.missing(Map.of(), false))
        .containsExactly("disk limits: the data is not on a block device of its own");
    assertThat(plan(IsolationProfile.NONE).missing(failures, false)).isEmpty();
  }

  private static LimitPlan plan(IsolationProfile profile) {
    return new LimitPlan(profile, Optional.of("0-1"), 1);
  }
}
