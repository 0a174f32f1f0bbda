package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.monitor.Snapshots;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {
  private static final long LIMIT = 1000;

  private final ServerReport report = Snapshots.server(Snapshots.A).build();

  @Test
  void onlyServerGetsTheWholeLimit() throws Exception {
    assertThat(limits(Optional.of("/leader")).answer(report).getBytesPerSecond()).isEqualTo(LIMIT);
  }

  @Test
  void managerThatHasJustLostTheLeadershipDoesNotLiftTheLimit() {
    ServerLimits limits = limits(Optional.empty());

    assertThatThrownBy(() -> limits.answer(report)).isInstanceOf(IOException.class);
  }

  private static ServerLimits limits(Optional<String> term) {
    return new ServerLimits(
        () -> term,
        () -> Set.of(Snapshots.A),
        new ThroughputShares(() -> LIMIT, () -> 0),
        new DataNodeLoads(new ServerReports(() -> 0)));
  }
}
