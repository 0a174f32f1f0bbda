// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.service.web.PageLogIn;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.HttpServer;
import org.apache.hadoop.hbase.security.User;

/**
 * The right to make changes. Immutable.
 *
 * <p>If HBase's web pages require a login ({@code hbase.security.authentication.ui}), HBase's
 * administrators have the right. If none are named, no user has it, although HBase then treats all
 * users as administrators. Without a login every caller that reaches the port has it. On an
 * otherwise secure cluster no caller has, because that would be a security hole.
 */
final class WriteAccess {
  /** A header that a browser sends to another site's server only with that server's consent. */
  static final String REQUESTED_BY = "X-Requested-By";

  private final boolean enabled;
  private final PageLogIn logIn;
  private final boolean secureCluster;

  WriteAccess(boolean enabled, Configuration conf) {
    this.enabled = enabled;
    this.logIn = PageLogIn.of(conf);
    this.secureCluster = User.isHBaseSecurityEnabled(conf);
  }

  /** Whether any caller may make changes. */
  boolean isEnabled() {
    return enabled && (logIn.required() ? logIn.administratorsNamed() : !secureCluster);
  }

  /**
   * Whether HBase's own pages may make changes (the log levels): only if they keep out the callers
   * that {@link #check} refuses.
   */
  boolean isEnabledOnPagesOfHBase() {
    return isEnabled() && (!logIn.required() || logIn.pagesAreForAdministrators());
  }

  /** Refuses a caller without the right. */
  void check(HttpServletRequest request) throws ApiException {
    if (!enabled) {
      throw new ApiException(
          ApiException.FORBIDDEN, "lighter.manager.api.writes = 'false': nothing can be changed");
    }
    requireNotForged(request);
    if (!logIn.required()) {
      if (secureCluster) {
        throw new ApiException(
            ApiException.FORBIDDEN,
            HttpServer.HTTP_UI_AUTHENTICATION + ": expected a log-in, for the cluster is secure");
      }
      return;
    }
    String user =
        userOf(request)
            .orElseThrow(() -> new ApiException(ApiException.UNAUTHORIZED, "expected a log-in"));
    if (!logIn.administratorsNamed()) {
      throw new ApiException(
          ApiException.FORBIDDEN, logIn.administratorsKey() + ": expected users");
    }
    if (!HttpServer.userHasAdministratorAccess(request.getServletContext(), user)) {
      throw new ApiException(
          ApiException.FORBIDDEN, "user '%s': expected an administrator".formatted(user));
    }
  }

  /**
   * The user who has logged in. Callers without a login all have the same name, that of HBase's
   * {@code StaticUserWebFilter}.
   */
  static Optional<String> userOf(HttpServletRequest request) {
    return request.getAuthType() == null
        ? Optional.empty()
        : Optional.ofNullable(request.getRemoteUser());
  }

  /** Checks for JSON or the header: pages of other sites can make a browser send neither. */
  private static void requireNotForged(HttpServletRequest request) throws ApiException {
    if (request.getHeader(REQUESTED_BY) != null || ApiRequest.isJson(request)) {
      return;
    }
    throw request.getMethod().equals("POST")
        ? ApiRequest.wrongType(request)
        : new ApiException(
            ApiException.FORBIDDEN, REQUESTED_BY + ": expected this header, with any value");
  }
}
