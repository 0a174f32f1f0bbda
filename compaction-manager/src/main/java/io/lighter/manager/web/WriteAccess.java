package io.lighter.manager.web;

import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
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

  /** Older releases of HBase have no constant for it, and no log-in by LDAP. */
  private static final String LDAP_ADMINISTRATORS =
      "hbase.security.authentication.ldap.admin.users";

  private final boolean enabled;
  private final boolean logIn;
  private final boolean secureCluster;
  private final String administratorsKey;
  private final boolean administratorsNamed;
  private final boolean pagesAskForAdministrators;

  WriteAccess(boolean enabled, Configuration conf) {
    String authentication = conf.get(HttpServer.HTTP_UI_AUTHENTICATION, "simple");
    this.enabled = enabled;
    this.logIn = !authentication.equalsIgnoreCase("simple");
    this.secureCluster = User.isHBaseSecurityEnabled(conf);
    this.administratorsKey =
        authentication.equalsIgnoreCase("ldap")
            ? LDAP_ADMINISTRATORS
            : HttpServer.HTTP_SPNEGO_AUTHENTICATION_ADMIN_USERS_KEY;
    this.administratorsNamed =
        conf.get(administratorsKey) != null
            || conf.get(HttpServer.HTTP_SPNEGO_AUTHENTICATION_ADMIN_GROUPS_KEY) != null;
    this.pagesAskForAdministrators =
        conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false);
  }

  /** Whether anybody may. */
  boolean isEnabled() {
    return enabled && (logIn ? administratorsNamed : !secureCluster);
  }

  /**
   * Whether HBase's own pages may change something, that is the log levels: only if they keep out
   * whom {@link #check} refuses.
   */
  boolean isEnabledOnPagesOfHBase() {
    return isEnabled() && (!logIn || pagesAskForAdministrators);
  }

  /** Refuses those who may not. */
  void check(HttpServletRequest request) throws ApiException {
    if (!enabled) {
      throw new ApiException(
          ApiException.FORBIDDEN, "lighter.manager.api.writes = 'false': nothing can be changed");
    }
    requireNotForged(request);
    if (!logIn) {
      if (secureCluster) {
        throw new ApiException(
            ApiException.FORBIDDEN,
            HttpServer.HTTP_UI_AUTHENTICATION + ": expected a log-in, for the cluster is secure");
      }
      return;
    }
    String user = request.getRemoteUser();
    if (user == null) {
      throw new ApiException(ApiException.UNAUTHORIZED, "expected a log-in");
    }
    if (!administratorsNamed) {
      throw new ApiException(ApiException.FORBIDDEN, administratorsKey + ": expected users");
    }
    if (!HttpServer.userHasAdministratorAccess(request.getServletContext(), user)) {
      throw new ApiException(
          ApiException.FORBIDDEN, "user '%s': expected an administrator".formatted(user));
    }
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
