// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.zookeeper.ZKAuthentication;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Logs the operator in to a cluster with Kerberos: by {@code hbase.client.keytab.file} and {@code
 * hbase.client.keytab.principal}, else by the ticket of {@code kinit}. ZooKeeper's client uses the
 * same credentials, unless the JVM has a JAAS file.
 */
public final class OperatorLogin {
  private static final String KERBEROS = "kerberos";

  /** Key of HBase's clients. */
  private static final String KEYTAB = "hbase.client.keytab.file";

  private static final String PRINCIPAL = "hbase.client.keytab.principal";
  private static final String JAAS_FILE = "java.security.auth.login.config";

  private OperatorLogin() {}

  /**
   * Logs in; does nothing on a cluster without security.
   *
   * @throws IOException if the keytab is refused, or there is neither keytab nor ticket
   */
  public static void login(Configuration conf) throws IOException {
    if (!User.isHBaseSecurityEnabled(conf)) {
      return;
    }
    // HBase's site suffices for this check; core-site.xml may be somewhere else.
    Configuration secure = new Configuration(conf);
    secure.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, KERBEROS);
    UserGroupInformation.setConfiguration(secure);
    UserProvider users = UserProvider.instantiate(conf);
    if (users.shouldLoginFromKeytab()) {
      users.login(KEYTAB, PRINCIPAL);
    } else if (!users.getCurrent().getUGI().hasKerberosCredentials()) {
      throw new IOException(
          "no Kerberos ticket: run kinit, or set " + KEYTAB + " and " + PRINCIPAL);
    }
    if (System.getProperty(JAAS_FILE) == null && ZKAuthentication.isSecureZooKeeper(conf)) {
      javax.security.auth.login.Configuration.setConfiguration(new ZooKeeperLogin(conf));
    }
  }

  /** The log-in configuration of a ZooKeeper client in place of a JAAS file. */
  private static final class ZooKeeperLogin extends javax.security.auth.login.Configuration {
    private static final String SECTION = "Client";
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    private final AppConfigurationEntry entry;

    ZooKeeperLogin(Configuration conf) {
      Map<String, String> options = new HashMap<>();
      String keytab = conf.get(KEYTAB);
      if (keytab == null) {
        options.put("useTicketCache", "true");
        options.put("doNotPrompt", "true");
      } else {
        options.put("useKeyTab", "true");
        options.put("storeKey", "true");
        options.put("keyTab", keytab);
        options.put("principal", conf.get(PRINCIPAL));
      }
      this.entry = new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, options);
    }

    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String section) {
      return SECTION.equals(section) ? new AppConfigurationEntry[] {entry} : null;
    }
  }
}
