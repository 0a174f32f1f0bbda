// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.User;

/**
 * Checks that Hadoop and HBase both require Kerberos, and that both of Lighter's processes can log
 * in.
 */
final class KerberosCheck implements Check {
  private static final String HADOOP_KEY =
      CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION;
  private static final String KERBEROS = "kerberos";

  private final Configuration conf;

  KerberosCheck(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public String name() {
    return "kerberos";
  }

  @Override
  public void run(Findings findings) {
    boolean hadoop = KERBEROS.equalsIgnoreCase(conf.getTrimmed(HADOOP_KEY, ""));
    boolean hbase = User.isHBaseSecurityEnabled(conf);
    if (!hadoop && !hbase) {
      findings.ok(User.HBASE_SECURITY_CONF_KEY, "no Kerberos");
      return;
    }
    if (!hadoop) {
      findings.problem(
          HADOOP_KEY,
          "not kerberos, while " + User.HBASE_SECURITY_CONF_KEY + " is",
          "put the cluster's core-site.xml into HBASE_CONF_DIR, or set HADOOP_CONF_DIR");
    } else if (!hbase) {
      findings.warning(
          User.HBASE_SECURITY_CONF_KEY,
          "not kerberos, while " + HADOOP_KEY + " is: whoever reaches a port may submit and fetch",
          "set it as the region servers have it");
    }
    login(
        findings,
        "a compaction server",
        SecurityConstants.REGIONSERVER_KRB_PRINCIPAL,
        SecurityConstants.REGIONSERVER_KRB_KEYTAB_FILE);
    login(
        findings,
        "a manager",
        SecurityConstants.MASTER_KRB_PRINCIPAL,
        SecurityConstants.MASTER_KRB_KEYTAB_FILE);
  }

  private void login(Findings findings, String who, String principalKey, String keytabKey) {
    String principal = conf.getTrimmed(principalKey, "");
    if (principal.isEmpty()) {
      findings.problem(principalKey, "not set", who + " logs in as it: set it as HBase has it");
    } else {
      findings.ok(principalKey, principal);
    }
    String keytab = conf.getTrimmed(keytabKey, "");
    if (keytab.isEmpty()) {
      findings.problem(keytabKey, "not set", who + " logs in with it: set it as HBase has it");
    } else if (Files.isReadable(Path.of(keytab))) {
      findings.ok(keytabKey, keytab);
    } else {
      findings.warning(
          keytabKey,
          "this user cannot read %s on this host".formatted(keytab),
          "needed where %s runs, by the user that it runs as".formatted(who));
    }
  }
}
