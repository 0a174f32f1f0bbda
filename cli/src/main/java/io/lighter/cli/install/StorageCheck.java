// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;

/** Checks that HBase's files are in HDFS, whose leases and renames fence late compactions. */
final class StorageCheck implements Check {
  private static final String LOCAL = "file";
  private static final Set<String> FENCING = Set.of("hdfs", "viewfs");

  private final Configuration conf;

  StorageCheck(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public String name() {
    return "storage";
  }

  @Override
  public void run(Findings findings) {
    String rootDir = conf.getTrimmed(HConstants.HBASE_DIR, "");
    if (rootDir.isEmpty()) {
      findings.problem(
          HConstants.HBASE_DIR, "not set", "take it from the region servers' hbase-site.xml");
      return;
    }
    String scheme = new Path(rootDir).toUri().getScheme();
    if (scheme == null) {
      scheme = FileSystem.getDefaultUri(conf).getScheme();
    }
    if (FENCING.contains(scheme)) {
      findings.ok(HConstants.HBASE_DIR, rootDir);
    } else if (LOCAL.equals(scheme)) {
      findings.warning(
          HConstants.HBASE_DIR,
          rootDir + " is a folder of this machine, which no other one can compact",
          "take it, and core-site.xml, from the region servers' configuration");
    } else {
      findings.problem(
          HConstants.HBASE_DIR,
          "%s: %s has no leases and no atomic renames".formatted(rootDir, scheme),
          "leave Lighter out; docs/decisions/0001-job-folder-as-fence.md says why");
    }
  }
}
