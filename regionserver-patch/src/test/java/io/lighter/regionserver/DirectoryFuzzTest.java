package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.params.provider.MethodSource;

/** Contents of a znode beside those of compaction servers. */
class DirectoryFuzzTest {
  private static final ServerName GOOD = ServerName.valueOf("good.example", 16040, 1);

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
  void whateverAZNodeHoldsTheOthersAreRead(byte[] input) {
    Map<ServerName, RegisteredServer> servers = new HashMap<>();
    RegisteredServer.add(servers, "any", input);
    RegisteredServer.add(servers, "good", registration(GOOD.getServerName()));

    assertThat(servers).containsKey(GOOD).hasSizeLessThanOrEqualTo(2);
    assertThat(Map.copyOf(servers)).isEqualTo(servers);
  }
}
