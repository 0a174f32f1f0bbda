// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import org.apache.hadoop.hbase.security.HBaseKerberosUtils;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;

/** A Kerberos realm with HBase's service user, an administrator and other users. */
public final class KerberosRealm implements Closeable {
  public static final String ADMIN = "ada";
  public static final String OTHER = "eve";

  private static final String SERVICE = "hbase/localhost";
  private static final String WEB = "HTTP/localhost";
  private static final String ZOOKEEPER = "zookeeper/localhost";
  private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

  private final MiniKdc kdc;
  private final File keytab;

  /** Starts the realm, which all log-ins of this JVM use. */
  public KerberosRealm(Path folder) throws Exception {
    keytab = folder.resolve("keytab").toFile();
    kdc = new MiniKdc(MiniKdc.createConf(), folder.resolve("kdc").toFile());
    kdc.start();
    kdc.createPrincipal(keytab, SERVICE, WEB, ZOOKEEPER, ADMIN, OTHER);
    HBaseKerberosUtils.setKeytabFileForTesting(keytab.getAbsolutePath());
    // HBase's manual requires one user for all hosts.
    System.setProperty("zookeeper.kerberos.removeHostFromPrincipal", "true");
    System.setProperty("zookeeper.kerberos.removeRealmFromPrincipal", "true");
    System.setProperty(
        "zookeeper.authProvider.1", "org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
    Configuration.setConfiguration(new ZooKeeperSections());
  }

  /** Makes a site a secure one, ZooKeeper and web pages included, and logs the service user in. */
  public void secure(org.apache.hadoop.conf.Configuration site) {
    String realm = '@' + kdc.getRealm();
    HBaseKerberosUtils.setSecuredConfiguration(site, SERVICE + realm, WEB + realm);
    site.set("hbase.master.keytab.file", keytab.getAbsolutePath());
    site.set("hbase.zookeeper.client.kerberos.principal", SERVICE + realm);
    site.set("hbase.superuser", ADMIN);
    site.set("hbase.rpc.protection", "authentication");
    site.setBoolean("hadoop.security.authorization", true);
    site.set("dfs.data.transfer.protection", "authentication");
    site.set("hbase.security.authentication.ui", "kerberos");
    site.set("hbase.security.authentication.spnego.kerberos.principal", WEB + realm);
    site.set("hbase.security.authentication.spnego.kerberos.keytab", keytab.getAbsolutePath());
    site.set("hbase.security.authentication.spnego.admin.users", ADMIN);
    try {
      UserGroupInformation.loginUserFromKeytab(SERVICE + realm, keytab.getAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds to a site the log-in of an administrator, as in a site of the command line. */
  public void addClientKeytab(org.apache.hadoop.conf.Configuration site) {
    site.set("hbase.client.keytab.file", keytab.getAbsolutePath());
    site.set("hbase.client.keytab.principal", ADMIN + '@' + kdc.getRealm());
  }

  /** A user with a fresh ticket. */
  public UserGroupInformation login(String user) throws Exception {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(user, keytab.getAbsolutePath());
  }

  /** A user whose ticket expired a minute ago. */
  public UserGroupInformation loginOfYesterday(String user) throws Exception {
    Subject fresh = new Subject();
    Configuration sections = section("login", entry(user, Map.of()));
    new LoginContext("login", fresh, null, sections).login();
    KerberosTicket ticket = fresh.getPrivateCredentials(KerberosTicket.class).iterator().next();
    Date ended = Date.from(Instant.now().minusSeconds(60));
    KerberosTicket expired =
        new KerberosTicket(
            ticket.getEncoded(),
            ticket.getClient(),
            ticket.getServer(),
            ticket.getSessionKey().getEncoded(),
            ticket.getSessionKeyType(),
            ticket.getFlags(),
            ended,
            ended,
            ended,
            null,
            null);
    Set<KerberosPrincipal> principals = fresh.getPrincipals(KerberosPrincipal.class);
    return UserGroupInformation.getUGIFromSubject(
        new Subject(false, principals, Set.of(), Set.of(expired)));
  }

  @Override
  public void close() {
    kdc.stop();
    System.clearProperty("zookeeper.authProvider.1");
    Configuration.setConfiguration(null);
    UserGroupInformation.reset();
  }

  private AppConfigurationEntry entry(String principal, Map<String, String> more) {
    Map<String, String> options = new HashMap<>(more);
    options.put("useKeyTab", "true");
    options.put("keyTab", keytab.getAbsolutePath());
    options.put("principal", principal);
    options.put("doNotPrompt", "true");
    return new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, options);
  }

  private static Configuration section(String name, AppConfigurationEntry entry) {
    return new Configuration() {
      @Override
      public AppConfigurationEntry[] getAppConfigurationEntry(String asked) {
        return asked.equals(name) ? new AppConfigurationEntry[] {entry} : null;
      }
    };
  }

  /** The sections of a JAAS file for the server and for its clients in this JVM. */
  private final class ZooKeeperSections extends Configuration {
    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String section) {
      Map<String, String> keepKeys = Map.of("storeKey", "true");
      return switch (section) {
        case "Server" -> new AppConfigurationEntry[] {entry(ZOOKEEPER, keepKeys)};
        case "Client" -> new AppConfigurationEntry[] {entry(SERVICE, keepKeys)};
        default -> null;
      };
    }
  }
}
