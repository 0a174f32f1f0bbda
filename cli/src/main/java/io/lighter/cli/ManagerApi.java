// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FirstLine;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;

/** Reads from the manager's REST API. */
final class ManagerApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int OK = 200;

  private ManagerApi() {}

  /**
   * Reads and parses an answer.
   *
   * @param manager the status of the leader, with the address of its dashboard
   * @param path absolute path, such as {@code /api/v1/tables}
   * @param what what the answer should have, for the error
   * @param parser reads the answer with Gson
   * @throws IOException with a message for operators
   */
  static <T> T read(StatusResponse manager, String path, String what, Function<String, T> parser)
      throws IOException {
    if (manager.getDashboard().isEmpty()) {
      throw new IOException("the manager has no REST API (lighter.manager.info.port)");
    }
    URI uri = URI.create(manager.getDashboard()).resolve(path);
    try {
      return parser.apply(get(uri));
    } catch (JsonParseException
        | IllegalStateException
        | UnsupportedOperationException
        | NumberFormatException e) { // thrown by Gson for values of another type
      throw new IOException(uri + " answers something else than " + what, e);
    }
  }

  private static String get(URI uri) throws IOException {
    HttpRequest request;
    try {
      request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
    } catch (IllegalArgumentException e) { // Java rejects a host name with an underscore
      throw new IOException(uri + " is no address that can be asked: " + e.getMessage(), e);
    }
    HttpResponse<String> response;
    try {
      response =
          HttpClient.newBuilder()
              .connectTimeout(TIMEOUT)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted at " + uri).initCause(e);
    } catch (IOException e) {
      throw new IOException(uri + " does not answer: " + FirstLine.of(e), e);
    }
    if (response.statusCode() != OK) {
      throw new IOException("%s answers %d".formatted(uri, response.statusCode()));
    }
    return response.body();
  }
}
