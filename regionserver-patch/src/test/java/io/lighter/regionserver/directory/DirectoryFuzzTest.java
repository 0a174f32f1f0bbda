// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.params.provider.MethodSource;

/** Contents of a znode that should be a registration. */
class DirectoryFuzzTest {
  static List<byte[]> seeds() {
    return List.of(
        registration("cs.example,16040,7"),
        registration("cs.example:16040"),
        "nothing".getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] registration(String server) {
    return ServerRegistration.newBuilder()
        .setServer(server)
        .setVersion("1")
        .setGroup("default")
        .setCacheBytes(1)
        .setThreads(1)
        .build()
        .toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void whateverAZNodeHoldsIsAServerThatCanBeCalledOrNone(byte[] input) {
    RegisteredServer.parse("any", input)
        .map(RegisteredServer::name)
        .ifPresent(name -> assertThat(ServerName.valueOf(name.getServerName())).isEqualTo(name));
  }
}
