// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.common.hdfs.HdfsFileSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Checks that both sides create HDFS files with the same settings. A difference does not affect
 * outputs, which use the region server's settings.
 */
final class SameFilesCheck implements Check {
  private static final String SUBJECT = "HDFS settings";

  private final Configuration conf;
  private final Path other;

  /**
   * Makes the check, which reads the site files when it runs.
   *
   * @param other the folder of the other side's site files
   */
  SameFilesCheck(Configuration conf, Path other) {
    this.conf = conf;
    this.other = other;
  }

  @Override
  public String name() {
    return "output files";
  }

  @Override
  public void run(Findings findings) throws IOException {
    HdfsConfiguration.init(); // makes new configurations read hdfs-site.xml
    HdfsFileSettings here = HdfsFileSettings.of(conf);
    HdfsFileSettings there = HdfsFileSettings.of(SiteFiles.load(other));
    if (here.equals(there)) {
      findings.ok(SUBJECT, here + ", here and in " + other);
    } else {
      findings.warning(
          SUBJECT,
          "%s, but %s in %s".formatted(here, there, other),
          "give both sides the same values. Outputs have the region server's; of two region"
              + " servers that differ, a region's files change with the server that has it");
    }
  }
}
