// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.util.DNS.ServerType;
import org.apache.hadoop.hbase.zookeeper.ZKAuthentication;

/** Logs the process in to Kerberos and to ZooKeeper, as HBase's master does. */
final class ManagerLogin {
  private ManagerLogin() {}

  /**
   * Logs in; without effect on a cluster without security.
   *
   * @param hostname replacement of {@code _HOST} in the principal; empty: this host's name
   * @throws IOException if the keytab or the principal is refused
   */
  static void login(Configuration conf, String hostname) throws IOException {
    String host = hostname.isEmpty() ? DNS.getHostname(conf, ServerType.MASTER) : hostname;
    ZKAuthentication.loginClient(
        conf, HConstants.ZK_CLIENT_KEYTAB_FILE, HConstants.ZK_CLIENT_KERBEROS_PRINCIPAL, host);
    UserProvider users = UserProvider.instantiate(conf);
    if (users.isHBaseSecurityEnabled()) {
      users.login(
          SecurityConstants.MASTER_KRB_KEYTAB_FILE, SecurityConstants.MASTER_KRB_PRINCIPAL, host);
    }
  }
}
