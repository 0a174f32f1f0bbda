// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Redirects callers of a standby to the leader. Thread-safe. */
final class StandbyRedirect {
  private static final int TEMPORARY_REDIRECT = 307; // keeps method and body
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private final Leader leader;

  StandbyRedirect(Leader leader) {
    this.leader = leader;
  }

  /**
   * Answers with a redirect unless this manager leads. Without ZooKeeper the leader is unknown:
   * readers get this manager's last state, which contains an alert.
   *
   * @return whether the request is answered
   * @throws ApiException if there is no known target
   */
  boolean send(HttpServletRequest request, HttpServletResponse response)
      throws ApiException, IOException {
    if (leader.isSelf()) {
      return false;
    }
    if (!leader.isKnown()) {
      if (READS.contains(request.getMethod())) {
        return false;
      }
      throw new ApiException(ApiException.UNAVAILABLE, "ZooKeeper does not answer this manager");
    }
    Optional<String> dashboard = leader.dashboard();
    if (dashboard.isEmpty()) {
      throw new ApiException(
          ApiException.UNAVAILABLE,
          leader
              .other()
              .map("this manager does not lead, and %s, which does, has no web page"::formatted)
              .orElse("this manager does not lead, and no other one is known"));
    }
    String query = request.getQueryString() == null ? "" : '?' + request.getQueryString();
    String base = dashboard.get().replaceAll("/+$", "");
    response.setStatus(TEMPORARY_REDIRECT);
    response.setHeader("Location", base + request.getRequestURI() + query);
    return true;
  }
}
