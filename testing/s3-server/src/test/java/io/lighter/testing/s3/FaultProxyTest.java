// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that echoes bodies, behind a proxy. */
@Timeout(60)
class FaultProxyTest {
  private static final long SEED = 7;
  private static final byte[] SMALL = "some bytes".getBytes(StandardCharsets.UTF_8);

  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private HttpServer server;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::echo);
    server.start();
    URI address =
        URI.create(
            "http://%s:%d"
                .formatted(
                    server.getAddress().getAddress().getHostAddress(),
                    server.getAddress().getPort()));
    proxy = FaultProxy.start(address, 0, Injection.NONE, SEED);
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void messagesArriveAsTheyWereSentInAllFramings() throws Exception {
    byte[] large = new byte[3_000_000];
    RandomGenerator.of("L64X128MixRandom").nextBytes(large);

    assertThat(send("PUT", "/b/k", large, true).body()).isEqualTo(large);
    assertThat(send("PUT", "/b/chunked", large, false).body()).isEqualTo(large);
    HttpResponse<byte[]> head = send("HEAD", "/b/k", new byte[0], true);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(send("DELETE", "/b/none", new byte[0], true).statusCode()).isEqualTo(204);
    HttpResponse<byte[]> expecting =
        client.send(
            HttpRequest.newBuilder(proxy.endpoint().resolve("/b/k"))
                .expectContinue(true)
                .PUT(BodyPublishers.ofByteArray(SMALL))
                .build(),
            BodyHandlers.ofByteArray());
    assertThat(expecting.body()).isEqualTo(SMALL);
    assertThat(executed)
        .containsExactly("PUT /b/k", "PUT /b/chunked", "HEAD /b/k", "DELETE /b/none", "PUT /b/k");
  }

  @Test
  void requestsAndBytesAreCountedByKind() throws Exception {
    send("PUT", "/b/k", SMALL, true);
    send("PUT", "/b/chunked", SMALL, false);
    send("GET", "/b?list-type=2", new byte[0], true);
    send("HEAD", "/b/k", new byte[0], true);

    RequestCount puts = count(RequestMethod.PUT);
    assertThat(puts.getRequests()).isEqualTo(2);
    assertThat(puts.getBytesReceived()).isEqualTo(2L * SMALL.length);
    assertThat(puts.getBytesSent()).isEqualTo(2L * SMALL.length);
    assertThat(count(RequestMethod.LIST).getRequests()).isEqualTo(1);
    assertThat(count(RequestMethod.HEAD).getRequests()).isEqualTo(1);
    assertThat(count(RequestMethod.GET).getRequests()).isZero();
    assertThat(proxy.requests())
        .extracting(RequestCount::getMethod)
        .containsExactly("GET", "HEAD", "LIST", "PUT", "POST", "DELETE", "OTHER");
  }

  @Test
  void firstByteOfAnAnswerComesAfterTheLatency() throws Exception {
    proxy.inject(Injection.NONE.withFirstByte(Duration.ofSeconds(3)));

    assertThat(timed(SMALL)).isGreaterThanOrEqualTo(Duration.ofSeconds(3));
    proxy.inject(Injection.NONE);
    assertThat(timed(SMALL)).isLessThan(Duration.ofSeconds(3)); // a busy machine needs some
  }

  @Test
  void bodyOfEachDirectionIsLimitedToTheBandwidth() throws Exception {
    proxy.inject(Injection.NONE.withBytesPerSecond(100_000));

    // 200 KB in each direction, one after the other, less what fits into the last sleep.
    assertThat(timed(new byte[200_000])).isGreaterThan(Duration.ofMillis(3_900));
    proxy.inject(Injection.NONE);
    assertThat(timed(new byte[200_000])).isLessThan(Duration.ofMillis(3_900));
  }

  @Test
  void refusedRequestGetsSlowDownAndIsNotExecuted() throws Exception {
    proxy.inject(Injection.NONE.withRefused(FaultShare.ofAll(1)));

    HttpResponse<byte[]> answer = send("PUT", "/b/k", SMALL, true);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
        .contains("<Error><Code>SlowDown</Code>");
    assertThat(send("HEAD", "/b/k", new byte[0], true).statusCode()).isEqualTo(503);
    assertThat(executed).isEmpty();
    assertThat(count(RequestMethod.PUT).getRefused()).isEqualTo(1);
    assertThat(count(RequestMethod.PUT).getRequests()).isEqualTo(1);
    proxy.inject(Injection.NONE);
    assertThat(send("PUT", "/b/k", SMALL, true).body()).isEqualTo(SMALL);
  }

  @Test
  void requestWhoseAnswerIsLostIsExecutedAndItsConnectionClosed() throws Exception {
    proxy.inject(Injection.NONE.withLost(FaultShare.ofAll(1)));

    try (Socket socket = new Socket(proxy.endpoint().getHost(), proxy.endpoint().getPort())) {
      socket
          .getOutputStream()
          .write("DELETE /b/k HTTP/1.1\r\nHost: b\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
    assertThat(executed).containsExactly("DELETE /b/k");
    assertThat(count(RequestMethod.DELETE).getLost()).isEqualTo(1);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> send("POST", "/b/k", SMALL, true));
  }

  @Test
  void faultsAreDrawnForTheChosenKindsOnlyAndInTheirShares() throws Exception {
    proxy.inject(Injection.NONE.withRefused(new FaultShare(0.3, Set.of(RequestMethod.PUT))));

    for (int i = 0; i < 100; i++) {
      send("PUT", "/b/k", SMALL, true);
      assertThat(send("HEAD", "/b/k", new byte[0], true).statusCode()).isEqualTo(200);
    }
    assertThat(count(RequestMethod.PUT).getRefused()).isCloseTo(30, within(20L));
    assertThat(count(RequestMethod.HEAD).getRefused()).isZero();
    assertThat(executed.stream().filter("PUT /b/k"::equals))
        .hasSize((int) (100 - count(RequestMethod.PUT).getRefused()));
  }

  private Duration timed(byte[] body) throws IOException, InterruptedException {
    long start = System.nanoTime();
    assertThat(send("PUT", "/b/k", body, true).body()).isEqualTo(body);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private HttpResponse<byte[]> send(String method, String path, byte[] body, boolean withLength)
      throws IOException, InterruptedException {
    HttpRequest.BodyPublisher known =
        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
    return client.send(
        HttpRequest.newBuilder(proxy.endpoint().resolve(path))
            .method(method, withLength ? known : BodyPublishers.fromPublisher(known))
            .build(),
        BodyHandlers.ofByteArray());
  }

  private RequestCount count(RequestMethod method) {
    return proxy.requests().get(Arrays.asList(RequestMethod.values()).indexOf(method));
  }

  private void echo(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      byte[] body = exchange.getRequestBody().readAllBytes();
      executed.add(exchange.getRequestMethod() + " " + path);
      if (path.endsWith("none")) {
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      boolean isEmpty = body.length == 0;
      exchange.sendResponseHeaders(200, path.endsWith("chunked") ? 0 : isEmpty ? -1 : body.length);
      if (!isEmpty) {
        exchange.getResponseBody().write(body);
      }
    }
  }
}
