// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.MonotonicClock;
import io.lighter.service.audit.AuditLog;
import io.lighter.service.audit.UnauthenticatedPeerLog;
import io.lighter.service.zk.UnreadableSwitchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the route of a request and converts the outcome into JSON. For a failure a client gets one
 * line; the log has the details. Thread-safe.
 */
final class ApiServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(ApiServlet.class);
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  private final transient List<Route> routes;
  private final transient WriteAccess access;
  private final transient StandbyRedirect redirect;
  private final transient Runnable refused;
  private final transient UnauthenticatedPeerLog unauthenticated =
      new UnauthenticatedPeerLog(MonotonicClock.system());

  /**
   * Creates the servlet of a manager.
   *
   * @param refused runs for each request without permission
   */
  ApiServlet(List<Route> routes, WriteAccess access, StandbyRedirect redirect, Runnable refused) {
    this.routes = List.copyOf(routes);
    this.access = access;
    this.redirect = redirect;
    this.refused = refused;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Found found = find(request, response);
      if (!found.route().path().equals(Api.DESCRIPTION) && redirect.send(request, response)) {
        return;
      }
      if (found.route().writes()) {
        access.check(request);
      }
      ApiRequest checked = new ApiRequest(request, found.values());
      checked.requireKnownParameters(found.route().parameters());
      JsonElement answer = found.route().handler().handle(checked);
      if (found.route().writes()) {
        AuditLog.allowed(
            WriteAccess.userOf(request).orElse("anonymous"),
            request.getRemoteAddr(),
            line(request),
            "write access",
            checked.asked());
      }
      write(response, HttpServletResponse.SC_OK, answer);
    } catch (ApiException e) {
      if (e.status() == ApiException.UNAUTHORIZED || e.status() == ApiException.FORBIDDEN) {
        refused.run();
        logRefusal(request, e);
      }
      LOG.debug("request refused: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(response, e.status(), e.getMessage());
    } catch (BusyException e) {
      LOG.debug("request has to wait: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(response, ApiException.UNAVAILABLE, e.getMessage());
    } catch (AccessDeniedException e) { // not the caller's: this manager's user lacks a right
      LOG.warn("request failed: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(response, ApiException.FORBIDDEN, firstLine(e));
    } catch (UnreadableSwitchException e) {
      LOG.warn("request failed: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(response, ApiException.INTERNAL, e.getMessage());
    } catch (IOException e) {
      LOG.warn("request failed: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(
          response,
          ApiException.UNAVAILABLE,
          "ZooKeeper or HBase does not answer; the manager's log says more");
    } catch (RuntimeException e) {
      LOG.error("request failed: {} {}", request.getMethod(), request.getRequestURI(), e);
      fail(response, ApiException.INTERNAL, "internal error; the manager's log says more");
    }
  }

  private static String firstLine(IOException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElseGet(e::toString);
  }

  private void logRefusal(HttpServletRequest request, ApiException e) {
    Optional<String> user = WriteAccess.userOf(request);
    if (user.isPresent()) {
      AuditLog.denied(user.get(), request.getRemoteAddr(), line(request), e.getMessage(), "");
    } else { // any caller that reaches the port
      boolean unused =
          unauthenticated.denied(request.getRemoteAddr(), line(request), e.getMessage());
    }
  }

  private record Found(Route route, Map<String, String> values) {}

  private Found find(HttpServletRequest request, HttpServletResponse response) throws ApiException {
    String path = request.getPathInfo() == null ? "/" : request.getPathInfo();
    String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : routes) {
      Optional<Map<String, String>> values = route.match(path);
      if (values.isPresent() && route.method().equals(method)) {
        return new Found(route, values.get());
      }
      values.ifPresent(each -> allowed.add(route.method()));
    }
    if (allowed.isEmpty()) {
      throw new ApiException(ApiException.NOT_FOUND, "there is nothing here; see openapi.json");
    }
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    response.setHeader("Allow", String.join(", ", allowed));
    throw new ApiException(
        ApiException.METHOD_NOT_ALLOWED,
        "method '%s': expected one of %s"
            .formatted(ApiException.shortened(request.getMethod()), allowed));
  }

  private static String line(HttpServletRequest request) {
    return request.getMethod() + ' ' + request.getRequestURI();
  }

  private static void fail(HttpServletResponse response, int status, String message)
      throws IOException {
    JsonObject json = new JsonObject();
    json.addProperty("error", message);
    if (status == ApiException.UNAVAILABLE) {
      response.setHeader("Retry-After", "2");
    }
    write(response, status, json);
  }

  private static void write(HttpServletResponse response, int status, JsonElement json)
      throws IOException {
    byte[] bytes = GSON.toJson(json).getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType("application/json;charset=utf-8");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
