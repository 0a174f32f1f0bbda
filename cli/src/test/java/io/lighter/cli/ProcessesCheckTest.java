// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.install.Finding;
import io.lighter.cli.install.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessesCheckTest {
  private static final String VERSION = "0.1.0";

  @Test
  void processesOfThisVersionAreFineAndGapsAreNamed() {
    List<Finding> findings =
        new ProcessesCheck(new ClusterStatus.Managed(Statuses.busy()), true, VERSION).findings();

    assertThat(subjects(findings, Severity.OK))
        .containsExactly("manager m1.example,16050,1", "compaction server s1.example,16040,3");
    assertThat(subjects(findings, Severity.WARNING))
        .containsExactly("compaction server s2.example,16040,4", "group gold");
    assertThat(subjects(findings, Severity.PROBLEM)).isEmpty();
  }

  @Test
  void otherVersionsAreWarningsThatNameBoth() {
    List<Finding> findings =
        new ProcessesCheck(new ClusterStatus.Managed(Statuses.busy()), true, "0.2.0").findings();

    assertThat(findings)
        .filteredOn(finding -> finding.found().equals("version 0.1.0, while this command is 0.2.0"))
        .hasSize(2)
        .allMatch(finding -> finding.severity() == Severity.WARNING);
  }

  @Test
  void managerWithoutServersGivesTwoWarnings() {
    List<Finding> findings =
        new ProcessesCheck(new ClusterStatus.Managed(Statuses.empty()), true, VERSION).findings();

    assertThat(subjects(findings, Severity.WARNING))
        .containsExactly("manager", "compaction servers");
    assertThat(subjects(findings, Severity.PROBLEM)).isEmpty();
  }

  @Test
  void missingManagerIsAWarning() {
    List<Finding> findings = new ProcessesCheck(Statuses.unmanaged(), false, VERSION).findings();

    assertThat(subjects(findings, Severity.WARNING)).containsExactly("manager");
    assertThat(subjects(findings, Severity.OK))
        .containsExactly("compaction server s1.example,16040,3");
  }

  @Test
  void unresponsiveLeaderIsAProblem() {
    List<Finding> findings = new ProcessesCheck(Statuses.unmanaged(), true, VERSION).findings();

    assertThat(subjects(findings, Severity.PROBLEM)).containsExactly("manager");
  }

  private static List<String> subjects(List<Finding> findings, Severity severity) {
    return findings.stream()
        .filter(finding -> finding.severity() == severity)
        .map(Finding::subject)
        .toList();
  }
}
