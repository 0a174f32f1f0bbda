// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** A request and its response without a web server. */
final class Exchange {
  private final String method;
  private final String path;
  private final String type;
  private final byte[] body;
  private final Map<String, String[]> parameters;
  private String user; // null: not logged in
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private int status;

  /**
   * @param query parameters as {@code name=value}, with {@code &} between them
   * @param type type of the body; empty: none
   */
  Exchange(String method, String path, String query, String type, byte[] body) {
    this.method = method;
    this.path = path;
    this.type = type;
    this.body = body.clone();
    this.parameters =
        query.isEmpty()
            ? Map.of()
            : Arrays.stream(query.split("&", -1))
                .map(each -> each.split("=", 2))
                .collect(
                    Collectors.toMap(
                        each -> each[0],
                        each -> new String[] {each.length < 2 ? "" : each[1]},
                        (a, b) -> Stream.of(a, b).flatMap(Arrays::stream).toArray(String[]::new),
                        LinkedHashMap::new));
  }

  /** The same request by a user who has logged in. */
  Exchange by(String loggedIn) {
    user = loggedIn;
    return this;
  }

  int status() {
    return status;
  }

  String answer() {
    return written.toString(StandardCharsets.UTF_8);
  }

  HttpServletRequest request() {
    return proxy(
        HttpServletRequest.class,
        (name, args) ->
            switch (name) {
              case "getMethod" -> method;
              case "getPathInfo", "getRequestURI" -> path;
              case "getContentType" -> type.isEmpty() ? null : type;
              case "getInputStream" -> new Body();
              case "getParameterMap" -> parameters;
              case "getParameterValues" -> parameters.get((String) args[0]);
              case "getParameter" -> first(parameters.get((String) args[0]));
              case "getHeader" -> null;
              case "getAuthType" -> user == null ? null : "kerberos";
              case "getRemoteUser" -> user;
              case "getRemoteAddr" -> "127.0.0.1";
              default -> throw new AssertionError("not expected to be asked: " + name);
            });
  }

  HttpServletResponse response() {
    return proxy(
        HttpServletResponse.class,
        (name, args) -> {
          switch (name) {
            case "setStatus" -> status = (int) args[0];
            case "getOutputStream" -> {
              return new Sink();
            }
            case "setHeader", "setContentType", "setContentLength" -> {}
            default -> throw new AssertionError("not expected to be called: " + name);
          }
          return null;
        });
  }

  private static String first(String[] values) {
    return values == null ? null : values[0];
  }

  private interface Answers {
    Object answer(String method, Object[] args);
  }

  private static <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, args) -> answers.answer(called.getName(), args)));
  }

  private final class Body extends ServletInputStream {
    private final ByteArrayInputStream in = new ByteArrayInputStream(body);

    @Override
    public int read() {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      return in.read(bytes, from, length);
    }

    @Override
    public boolean isFinished() {
      return in.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException();
    }
  }

  private final class Sink extends ServletOutputStream {
    @Override
    public void write(int value) {
      written.write(value);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
