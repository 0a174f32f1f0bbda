// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.lighter.cli.install.Finding;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutputFilesCheckTest {
  private static final HdfsFileSettings USUAL =
      new HdfsFileSettings(3, 128 << 20, 0022, "CRC32C", 512);
  private static final HdfsFileSettings SINGLE =
      new HdfsFileSettings(1, 128 << 20, 0022, "CRC32C", 512);

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void regionServerWithOtherSettingsThanMostIsAWarning() {
    answer(regionServer("a", 3, 9, 0), regionServer("b", 1, 9, 0), regionServer("c", 3, 9, 0));

    assertThat(lines(USUAL))
        .containsExactly(
            "OK HDFS settings: %s, of 2 region servers".formatted(USUAL),
            "WARNING region server b,1,1: creates files with " + SINGLE);
  }

  @Test
  void compactionServerWithOtherSettingsIsFine() {
    answer(regionServer("a", 3, 9, 0));

    assertThat(lines(SINGLE))
        .contains(
            "OK compaction server s1.example,16040,1: has %s, and writes outputs with the region"
                    .formatted(SINGLE)
                + " servers'");
  }

  @Test
  void compactionServerWithoutReportedSettingsIsAWarning() {
    answer(regionServer("a", 3, 9, 0));

    assertThat(lines(null)).anyMatch(line -> line.contains("does not say with which"));
  }

  @Test
  void regionServerWithRemoteOutputsIsAWarning() {
    answer(regionServer("a", 3, 8, 4), regionServer("b", 3, 9, 4), regionServer("c", 3, 0, 0));

    assertThat(lines(USUAL))
        .containsExactly(
            "OK HDFS settings: %s, of 3 region servers".formatted(USUAL),
            "WARNING region server a,1,1: 4 outputs of 8 offloaded compactions have no replica on"
                + " its machine");
  }

  @Test
  void olderRegionServersGiveNoFinding() {
    answer("{\"region_server\": \"a,1,1\", \"version\": \"1.0\", \"offloaded\": 3}");

    assertThat(lines(USUAL)).containsExactly("OK HDFS settings: no region server has reported any");
  }

  @Test
  void unreachableManagerIsAWarning() {
    assertThat(new OutputFilesCheck(Statuses.empty()).findings())
        .singleElement()
        .extracting(Finding::found)
        .asString()
        .contains("lighter.manager.info.port");
  }

  private static String regionServer(
      String host, int replication, long offloaded, long withoutLocalReplica) {
    return ("{\"region_server\": \"%s,1,1\", \"version\": \"1.0\", \"offloaded\": %d,"
            + " \"outputs_without_local_replica\": %d, \"file_settings\": {\"replication\": %d,"
            + " \"block_size\": 134217728, \"umask\": \"022\", \"checksum_type\": \"CRC32C\","
            + " \"bytes_per_checksum\": 512}}")
        .formatted(host, offloaded, withoutLocalReplica, replication);
  }

  private void answer(String... regionServers) {
    String body = "{\"region_servers\": [" + String.join(",", regionServers) + "]}";
    server.createContext(
        "/api/v1/region-servers",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  /**
   * @param compactionServers settings; null: an older server, which does not report them
   */
  private List<String> lines(HdfsFileSettings compactionServers) {
    ServerStatus.Builder status = Statuses.busy().getServer(0).toBuilder();
    status.getReportBuilder().setServer("s1.example,16040,1");
    if (compactionServers != null) {
      status.getReportBuilder().setFileSettings(compactionServers.toProto());
    }
    StatusResponse manager =
        Statuses.empty().toBuilder()
            .addServer(status)
            .setDashboard("http://127.0.0.1:" + server.getAddress().getPort() + "/")
            .build();
    return new OutputFilesCheck(manager)
        .findings().stream()
            .map(each -> each.severity() + " " + each.subject() + ": " + each.found())
            .toList();
  }
}
