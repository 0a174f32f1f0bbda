// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import java.util.Optional;

/** The result of {@code lighter status}: the manager's report, or the content of ZooKeeper. */
sealed interface ClusterStatus {

  /** The leading manager answered. */
  record Managed(StatusResponse response) implements ClusterStatus {}

  /**
   * No manager answered. Offloading continues with the last assignment table.
   *
   * @param problem why there is no answer, one line
   * @param servers servers with a live registration, ordered by name
   * @param offloadSwitch the switch; empty if its znode is unreadable
   */
  record Unmanaged(
      String problem, List<ServerRegistration> servers, Optional<OffloadSwitch> offloadSwitch)
      implements ClusterStatus {}
}
