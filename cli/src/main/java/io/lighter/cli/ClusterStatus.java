package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;

/** What {@code lighter status} found out: all that the manager knows, or what ZooKeeper holds. */
sealed interface ClusterStatus {

  /** The leading manager answered. */
  record Managed(StatusResponse response) implements ClusterStatus {}

  /**
   * No manager answered. Offloading goes on from the last assignment table.
   *
   * @param problem why there is no answer, one line
   * @param servers those with a live registration, ordered by name
   * @param offloadSwitch the switch
   */
  record Unmanaged(String problem, List<ServerRegistration> servers, OffloadSwitch offloadSwitch)
      implements ClusterStatus {}
}
