// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.VersionInfo;

/** The checks that need only this host. */
public final class OfflineChecks {
  private OfflineChecks() {}

  /**
   * The checks, in the order of the report.
   *
   * @param conf configuration of this class path
   * @param otherConf folder with the other side's configuration; if empty, HBase's own
   */
  public static List<Check> of(
      Installation installation,
      HostRole role,
      Configuration conf,
      BuildVersions tested,
      Optional<Path> otherConf) {
    List<Check> checks = new ArrayList<>();
    checks.add(
        new VersionCheck(
            VersionInfo.getVersion(), org.apache.hadoop.util.VersionInfo.getVersion(), tested));
    checks.add(new JavaCheck(installation, Runtime.version()));
    checks.add(new PluginJarCheck(installation, role));
    checks.add(new ClassPathCheck(installation));
    checks.add(new LinkCheck(installation));
    checks.add(new SiteCheck(installation, conf));
    checks.add(new StorageCheck(conf));
    checks.add(new KerberosCheck(conf));
    checks.add(new TlsCheck(conf));
    otherConf.ifPresent(folder -> checks.add(new SameSettingsCheck(conf, folder)));
    otherConf.ifPresent(folder -> checks.add(new SameFilesCheck(conf, folder)));
    return checks;
  }
}
