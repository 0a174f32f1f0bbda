// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.common.hbase.HBaseRelease;
import java.util.Optional;

/** Checks the versions of HBase and Hadoop on the class path. */
final class VersionCheck implements Check {
  private static final String HADOOP_LINE = "3.";

  private final String hbase;
  private final String hadoop;
  private final BuildVersions tested;

  VersionCheck(String hbase, String hadoop, BuildVersions tested) {
    this.hbase = hbase;
    this.hadoop = hadoop;
    this.tested = tested;
  }

  @Override
  public String name() {
    return "versions";
  }

  @Override
  public void run(Findings findings) {
    Optional<String> wrongHBase = HBaseRelease.problem(hbase);
    if (wrongHBase.isPresent()) {
      findings.problem("HBase", wrongHBase.get(), "upgrade HBase, or leave Lighter out");
    } else {
      compare(findings, "HBase", hbase, tested.hbase());
    }
    if (!hadoop.startsWith(HADOOP_LINE)) {
      findings.problem(
          "Hadoop",
          hadoop + " is on the class path; Lighter needs Hadoop " + HADOOP_LINE + "x",
          "use the build of HBase for Hadoop 3");
    } else {
      compare(findings, "Hadoop", hadoop, tested.hadoop());
    }
  }

  private static void compare(Findings findings, String what, String found, String tested) {
    if (found.equals(tested)) {
      findings.ok(what, found + ", which Lighter is tested with");
    } else {
      findings.warning(
          what,
          found + "; Lighter is tested with " + tested,
          "mind the check 'links', and try a table that is not important first");
    }
  }
}
