// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class IsolationReportTest {
  @Test
  void missingPartsAreFoundInTheLines() {
    IsolationReport report =
        new IsolationReport(
            "paper-node",
            "no cgroups",
            List.of(),
            "not shaped",
            List.of("network of paper-node: this host lacks unshare"),
            List.of("a remark"));

    assertThat(IsolationReport.missing(report.lines()))
        .containsExactly("NOT in force: network of paper-node: this host lacks unshare");
  }
}
