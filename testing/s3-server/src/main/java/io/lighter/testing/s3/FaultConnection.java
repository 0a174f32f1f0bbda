// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** One client's connection to a {@link FaultProxy}. Confined to one thread. */
final class FaultConnection {
  /** Less than S3Proxy waits for the next request, so that the proxy is the first to close. */
  private static final Duration IDLE = Duration.ofSeconds(20);

  /** Longest silence of the server in the middle of an answer. */
  private static final Duration SERVER_TIMEOUT = Duration.ofMinutes(5);

  private static final String REFUSAL =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>
      """;
  private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  private static final String EXPECT = "Expect";
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int FIRST_FINAL = 200;

  private final InputStream fromClient;
  private final OutputStream toClient;
  private final InputStream fromServer;
  private final OutputStream toServer;
  private final Supplier<Injection> injections;
  private final DoubleSupplier draws;
  private final RequestCounters counters;

  /**
   * Creates a connection; the caller closes both sockets.
   *
   * @param draws numbers of at least 0 and less than 1
   */
  FaultConnection(
      Socket client,
      Socket server,
      Supplier<Injection> injections,
      DoubleSupplier draws,
      RequestCounters counters)
      throws IOException {
    client.setTcpNoDelay(true);
    server.setTcpNoDelay(true);
    client.setSoTimeout((int) IDLE.toMillis());
    server.setSoTimeout((int) SERVER_TIMEOUT.toMillis());
    this.fromClient = new BufferedInputStream(client.getInputStream());
    this.toClient = new BufferedOutputStream(client.getOutputStream());
    this.fromServer = new BufferedInputStream(server.getInputStream());
    this.toServer = new BufferedOutputStream(server.getOutputStream());
    this.injections = injections;
    this.draws = draws;
    this.counters = counters;
  }

  /**
   * Serves requests until one side closes the connection, or the client is silent for 20 s.
   *
   * @throws IOException if the connection ends in the middle of a message, or after a silence
   */
  void run() throws IOException {
    Optional<HttpHead> request = HttpHead.read(fromClient);
    while (request.isPresent() && serve(request.get())) {
      request = HttpHead.read(fromClient);
    }
  }

  /** Returns whether the connection may be used again. */
  private boolean serve(HttpHead request) throws IOException {
    RequestMethod method = RequestMethod.of(request.startLine());
    Injection injection = injections.get();
    RequestCounters.Kind counts = counters.of(method);
    counts.requests().increment();
    double draw = draws.getAsDouble();
    double refused = injection.refused().of(method);
    if (request.has(EXPECT, "100-continue")) {
      toClient.write(CONTINUE.getBytes(StandardCharsets.ISO_8859_1));
      toClient.flush();
    }
    if (draw < refused) {
      counts.refused().increment();
      receive(request, OutputStream.nullOutputStream(), injection, counts);
      refuse(method, injection);
      return true;
    }
    HttpHead passedOn = request.without(EXPECT);
    passedOn.write(toServer);
    receive(passedOn, toServer, injection, counts);
    toServer.flush();
    long received = System.nanoTime();
    HttpHead response = response();
    boolean hasBody = hasBody(method, response);
    if (draw < refused + injection.lost().of(method)) {
      counts.lost().increment();
      if (hasBody) {
        HttpBody.copy(response, fromServer, OutputStream.nullOutputStream(), bytes -> {});
      }
      return false;
    }
    delay(received, injection);
    response.write(toClient);
    if (hasBody) {
      HttpBody.copy(
          response,
          fromServer,
          new PacedStream(toClient, injection.bytesPerSecond()),
          counts.sent()::add);
    }
    toClient.flush();
    return !isLast(request)
        && !isLast(response)
        && !(hasBody && HttpBody.endsWithConnection(response));
  }

  /** Passes the body of a request on. */
  private void receive(
      HttpHead request, OutputStream out, Injection injection, RequestCounters.Kind counts)
      throws IOException {
    if (!HttpBody.endsWithConnection(request)) { // a request without a length has no body
      HttpBody.copy(
          request,
          fromClient,
          new PacedStream(out, injection.bytesPerSecond()),
          counts.received()::add);
    }
  }

  private void refuse(RequestMethod method, Injection injection) throws IOException {
    byte[] body = REFUSAL.getBytes(StandardCharsets.UTF_8);
    delay(System.nanoTime(), injection);
    new HttpHead(
            "HTTP/1.1 503 Slow Down",
            List.of("Content-Type: application/xml", "Content-Length: " + body.length))
        .write(toClient);
    if (method != RequestMethod.HEAD) {
      toClient.write(body);
    }
    toClient.flush();
  }

  /** The server's final response. */
  private HttpHead response() throws IOException {
    while (true) {
      HttpHead response =
          HttpHead.read(fromServer)
              .orElseThrow(() -> new EOFException("the server closed the connection"));
      if (response.status() >= FIRST_FINAL) {
        return response;
      }
    }
  }

  private static void delay(long since, Injection injection) throws IOException {
    long left = since + injection.firstByte().toNanos() - System.nanoTime();
    if (left > 0) {
      PacedStream.sleep(left);
    }
  }

  private static boolean hasBody(RequestMethod method, HttpHead response) throws IOException {
    int status = response.status();
    return method != RequestMethod.HEAD && status != NO_CONTENT && status != NOT_MODIFIED;
  }

  private static boolean isLast(HttpHead message) {
    return message.has("Connection", "close");
  }
}
