// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.web;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hbase.http.HttpServer;

/**
 * The log-in that HBase's settings require on its web pages.
 *
 * @param required whether there is a log-in ({@code hbase.security.authentication.ui})
 * @param administratorsKey key of the setting that names administrators for this kind of log-in
 * @param administratorsNamed whether the list is not empty; HBase otherwise treats all users as
 *     administrators
 * @param pagesAskForAdministrators whether HBase's own pages apply the list ({@code
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

  /** Reads the log-in settings of a configuration. */
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

  /** Whether HBase's own pages allow changes to administrators only. */
  public boolean pagesAreForAdministrators() {
    return required && administratorsNamed && pagesAskForAdministrators;
  }
}
