package io.lighter.manager.web;

import io.lighter.service.web.PageLogIn;
import java.util.Optional;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.HttpServer;
import org.apache.hadoop.hbase.security.User;

/**
 * Who may change something. Immutable.
 *
 * <p>Where HBase's web pages ask for a log-in ({@code hbase.security.authentication.ui}), its
 * administrators may; if none are named, nobody, though HBase takes everybody for one then. Where
 * they ask for none, everybody who reaches the port, unless the cluster is secure otherwise: then
 * nobody, for that would be a hole in it.
 */
final class WriteAccess {
  /** A browser does not send it to another site's server unless that server agrees. */
  static final String REQUESTED_BY = "X-Requested-By";

  private final boolean enabled;
  private final PageLogIn logIn;
  private final boolean secureCluster;

  WriteAccess(boolean enabled, Configuration conf) {
    this.enabled = enabled;
    this.logIn = PageLogIn.of(conf);
    this.secureCluster = User.isHBaseSecurityEnabled(conf);
  }

  /** Whether anybody may. */
  boolean isEnabled() {
    return enabled && (logIn.required() ? logIn.administratorsNamed() : !secureCluster);
  }

  /**
   * Whether HBase's own pages may change something, that is the log levels: only if they keep out
   * whom {@link #check} refuses.
   */
  boolean isEnabledOnPagesOfHBase() {
    return isEnabled() && (!logIn.required() || logIn.pagesAreForAdministrators());
  }

  /** Refuses those who may not. */
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
   * Who has logged in. Whoever has not has a name, too, the same for all: that of HBase's {@code
   * StaticUserWebFilter}.
   */
  static Optional<String> userOf(HttpServletRequest request) {
    return request.getAuthType() == null
        ? Optional.empty()
        : Optional.ofNullable(request.getRemoteUser());
  }

  /** A page of another site can make a browser send a request, but neither of these. */
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
