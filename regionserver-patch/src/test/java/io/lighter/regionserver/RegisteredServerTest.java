package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RegisteredServerTest {
  private static final ServerName SERVER = ServerName.valueOf("cs1", 16040, 7L);

  @Test
  void serverThatTakesOlderAndNewerRequestsTakesOurs() {
    assertThat(takes(Protocol.VERSION, Protocol.VERSION)).isTrue();
    assertThat(takes(Protocol.VERSION - 1, Protocol.VERSION + 3)).isTrue();
  }

  @Test
  void serverThatTakesOnlyOlderOrOnlyNewerRequestsDoesNotTakeOurs() {
    assertThat(takes(Protocol.VERSION + 1, Protocol.VERSION + 2)).isFalse();
    assertThat(takes(0, Protocol.VERSION - 1)).isFalse();
  }

  /** The builds before registrations told it. */
  @Test
  void serverThatDoesNotTellItsVersionsTakesVersionOne() {
    assertThat(registered(registration().build()))
        .isEqualTo(new RegisteredServer(SERVER, "gold", Protocol.VERSION == 1));
  }

  private static boolean takes(int oldest, int newest) {
    return registered(
            registration()
                .setOldestProtocolVersion(oldest)
                .setNewestProtocolVersion(newest)
                .build())
        .takesOurRequests();
  }

  private static RegisteredServer registered(ServerRegistration registration) {
    return RegisteredServer.parse("znode", registration.toByteArray()).orElseThrow();
  }

  private static ServerRegistration.Builder registration() {
    return ServerRegistration.newBuilder()
        .setServer(SERVER.getServerName())
        .setVersion("1")
        .setGroup("gold")
        .setCacheBytes(1)
        .setThreads(1);
  }
}
