// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.CuratorClients;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Reads the web pages of a real compaction server over HTTP. */
@Tag("own-jvm")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerInfoIT {
  private static final String REFUSAL = Refusal.BUSY.name().toLowerCase(Locale.ROOT);
  private static final String KIND = "get";
  private static final List<LighterMetric> DECLARED =
      LighterMetric.of(MetricProcess.COMPACTION_SERVER);

  /** Timeout, since HBase's metrics system finds new registries every ten seconds. */
  private static final long EXPORT_MS = 180_000;

  /** Order of tests that start another server, which ends the JVM's metrics with it. */
  private static final int LAST = Integer.MAX_VALUE;

  private static final String PASSWORD = "opensesame";

  private static TestCluster cluster;
  private static CompactionServer server;
  private static ServerRegistration registration;

  @BeforeAll
  static void startServer() throws Exception {
    cluster = TestCluster.start();
    Configuration conf = cluster.conf();
    conf.set(
        HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY, "jceks:///hbase.jks?password=" + PASSWORD);
    conf.set(LighterOption.SERVER_THREADS.key(), "2");
    server = CompactionServer.start(conf);
    registration = registration();
    MetricRegistry registry =
        MetricRegistries.global().get(MetricProcess.COMPACTION_SERVER.registry()).orElseThrow();
    registry.counter(LighterMetric.SERVER_REFUSED_REQUESTS_BY.metricName(REFUSAL)).increment();
    // As on an object store.
    Gauge<Long> none = () -> 0L;
    Object unused = registry.register(LighterMetric.SERVER_STORE_REQUESTS.metricName(KIND), none);
  }

  @AfterAll
  static void stopServer() {
    server.close();
    cluster.close();
  }

  @Test
  void registryHasExactlyTheDeclaredMetrics() {
    Set<String> registered =
        MetricRegistries.global()
            .get(MetricProcess.COMPACTION_SERVER.registry())
            .orElseThrow()
            .getMetrics()
            .keySet();

    assertThat(registered)
        .allMatch(name -> DECLARED.stream().anyMatch(metric -> metric.declares(name)));
    assertThat(DECLARED).allMatch(metric -> registered.stream().anyMatch(metric::declares));
  }

  @Test
  void prometheusScrapeHasEveryMetricUnderItsDerivedName() throws Exception {
    List<String> expected =
        DECLARED.stream().flatMap(metric -> metric.exportedNames(label(metric)).stream()).toList();
    Waiter.waitFor(
        cluster.conf(), EXPORT_MS, () -> get("/prometheus").body().contains(expected.get(0)));

    assertThat(ours(get("/prometheus").body()))
        .containsExactlyInAnyOrderElementsOf(Set.copyOf(expected));
  }

  @Test
  void serverPageIsServed() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("Lighter compaction server", "status.js");
    assertThat(get("/status.js").body()).contains("CompactionServer");
  }

  @Test
  void logLevelsCannotBeChangedWithoutLogin() throws Exception {
    HttpResponse<String> answer = get("/logLevel?log=SecurityLogger.io.lighter&level=OFF");

    assertThat(answer.statusCode()).isEqualTo(403);
  }

  @Test
  void passwordOfTheKeyStoreIsNotShown() throws Exception {
    HttpResponse<String> page = get("/conf");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains(LighterOption.SERVER_THREADS.key()).doesNotContain(PASSWORD);
  }

  @Test
  @Order(LAST)
  void takenPortIsNamedWithItsOption() {
    Configuration conf = cluster.conf();
    conf.setInt(LighterOption.SERVER_INFO_PORT.key(), registration.getInfoPort());

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> CompactionServer.start(conf).close())
        .withMessageContaining("lighter.server.info.port = '" + registration.getInfoPort() + "'");
  }

  @Test
  @Order(LAST)
  void withoutPageNoPortIsRegistered() throws Exception {
    Configuration conf = cluster.conf();
    conf.setInt(LighterOption.SERVER_INFO_PORT.key(), -1);
    conf.set(LighterOption.ZNODE_PARENT.key(), "/without-page");
    try (CompactionServer other = CompactionServer.start(conf)) {
      assertThat(registration(conf, other).hasInfoPort()).isFalse();
    }
  }

  private static ServerRegistration registration() throws Exception {
    return registration(cluster.conf(), server);
  }

  private static ServerRegistration registration(Configuration conf, CompactionServer of)
      throws Exception {
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter)) {
      return ServerRegistration.parseFrom(
          zooKeeper.getData().forPath(LighterZNodes.of(conf, lighter).server(of.serverName())));
    }
  }

  private static HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://localhost:" + registration.getInfoPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Set<String> ours(String scrape) {
    return scrape
        .lines()
        .flatMap(line -> line.contains("{") ? Stream.of(line.split("\\{", 2)[0]) : Stream.empty())
        .filter(name -> name.startsWith("compaction_server_"))
        .collect(Collectors.toSet());
  }

  private static String label(LighterMetric metric) {
    if (!metric.isFamily()) {
      return "";
    }
    return metric == LighterMetric.SERVER_STORE_REQUESTS ? KIND : REFUSAL;
  }
}
