// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.junit.jupiter.api.Test;

class VersionCheckTest {
  private static final String HBASE = VersionInfo.getVersion();
  private static final BuildVersions TESTED = new BuildVersions("1.2.3", HBASE, "3.4.2");

  @Test
  void theTestedVersionsAreFine() {
    assertThat(lines(HBASE, "3.4.2")).allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void otherBuildsOfTheReleaseAreWarningsThatNameTheTestedOnes() {
    assertThat(lines(HBASE + "-patched", "3.3.6"))
        .satisfiesExactly(
            hbase ->
                assertThat(hbase)
                    .startsWith(
                        "warning HBase: %s-patched; Lighter is tested with %s"
                            .formatted(HBASE, HBASE)),
            hadoop ->
                assertThat(hadoop)
                    .startsWith("warning Hadoop: 3.3.6; Lighter is tested with 3.4.2"));
  }

  @Test
  void otherLinesAreProblems() {
    assertThat(lines("2.4.18", "2.10.2"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("problem "))
        .anyMatch(line -> line.contains("HBase 2.4.18 is on the class path"))
        .anyMatch(line -> line.contains("2.10.2") && line.contains("3.x"));
  }

  @Test
  void buildVersionsNameTestedReleases() {
    BuildVersions versions = BuildVersions.load();

    assertThat(versions.lighter()).matches("\\d+\\..*");
    assertThat(versions.hbase()).isEqualTo(HBASE);
    assertThat(versions.hadoop()).startsWith("3.");
  }

  private static List<String> lines(String hbase, String hadoop) {
    return Lines.of(new VersionCheck(hbase, hadoop, TESTED));
  }
}
