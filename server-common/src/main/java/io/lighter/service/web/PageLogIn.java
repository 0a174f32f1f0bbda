package io.lighter.service.web;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hbase.http.HttpServer;

/**
 * Whom HBase's web pages ask who they are, and what for, by its own settings.
 *
 * @param required whether there is a log-in ({@code hbase.security.authentication.ui})
 * @param administratorsKey the setting that names administrators of that kind of log-in
 * @param administratorsNamed whether somebody is; HBase takes everybody for one otherwise
 * @param pagesAskForAdministrators whether HBase's own pages heed the list ({@code
 *     hadoop.security.authorization})
 */
public record PageLogIn(
    boolean required,
    String administratorsKey,
    boolean administratorsNamed,
    boolean pagesAskForAdministrators) {
  /** Older releases of HBase have no constant for it, and no log-in by LDAP. */
  private static final String LDAP_ADMINISTRATORS =
      "hbase.security.authentication.ldap.admin.users";

  /** The one of a configuration. */
  public static PageLogIn of(Configuration conf) {
    String kind = conf.get(HttpServer.HTTP_UI_AUTHENTICATION, "simple");
    String key =
        kind.equalsIgnoreCase("ldap")
            ? LDAP_ADMINISTRATORS
            : HttpServer.HTTP_SPNEGO_AUTHENTICATION_ADMIN_USERS_KEY;
    return new PageLogIn(
        !kind.equalsIgnoreCase("simple"),
        key,
        conf.get(key) != null
            || conf.get(HttpServer.HTTP_SPNEGO_AUTHENTICATION_ADMIN_GROUPS_KEY) != null,
        conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false));
  }

  /** Whether HBase's own pages let administrators change something, and nobody else. */
  public boolean pagesAreForAdministrators() {
    return required && administratorsNamed && pagesAskForAdministrators;
  }
}
