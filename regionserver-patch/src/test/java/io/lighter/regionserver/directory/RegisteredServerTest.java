// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.rpc.Protocol;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RegisteredServerTest {
  private static final ServerName SERVER = ServerName.valueOf("cs1", 16040, 7L);

  @Test
  void serverTakesRequestsWithinItsVersionRange() {
    assertThat(server(Protocol.PLAIN_VERSION, Protocol.VERSION).takesOurRequests()).isTrue();
    assertThat(server(Protocol.PLAIN_VERSION - 1, Protocol.VERSION + 3).takesOurRequests())
        .isTrue();
  }

  @Test
  void serverTakesNoRequestsOutsideItsVersionRange() {
    assertThat(server(Protocol.VERSION + 1, Protocol.VERSION + 2).takesOurRequests()).isFalse();
    assertThat(server(0, Protocol.PLAIN_VERSION - 1).takesOurRequests()).isFalse();
  }

  /** Such a server takes all other requests. */
  @Test
  void serverBeforeVisibilityLabelsDoesNotTakeRequestsWithThem() {
    RegisteredServer older = server(Protocol.PLAIN_VERSION, Protocol.LABELS_VERSION - 1);

    assertThat(older.takes(Protocol.LABELS_VERSION)).isFalse();
    assertThat(older.takesOurRequests()).isTrue();
    assertThat(server(1, Protocol.VERSION).takes(Protocol.LABELS_VERSION)).isTrue();
  }

  /** Registrations of older builds have no versions. */
  @Test
  void serverWithoutVersionsTakesVersionOne() {
    assertThat(registered(registration().build()))
        .isEqualTo(new RegisteredServer(SERVER, "gold", 1, 1));
  }

  private static RegisteredServer server(int oldest, int newest) {
    return registered(
        registration().setOldestProtocolVersion(oldest).setNewestProtocolVersion(newest).build());
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
