// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class InstallReportTest {
  private static final InstallReport REPORT =
      new InstallReport(
          "1.2.3",
          HostRole.hbase,
          List.of(
              new Finding(Severity.OK, "java", "of this command", "Java 17", ""),
              new Finding(Severity.PROBLEM, "plug-in", "/opt/hbase/lib", "none", "copy it")));

  @Test
  void textHasOneLinePerFindingAndASummary() {
    assertThat(REPORT.text().lines())
        .containsExactly(
            "ok       java: of this command: Java 17",
            "problem  plug-in: /opt/hbase/lib: none -> copy it",
            "1 ok, 0 warnings, 1 problem");
  }

  @Test
  void jsonHasTheSameFindings() {
    JsonObject json = JsonParser.parseString(REPORT.json()).getAsJsonObject();

    assertThat(json.keySet())
        .containsExactly("version", "role", "ok", "warnings", "problems", "findings");
    assertThat(json.get("role").getAsString()).isEqualTo("hbase");
    assertThat(json.get("problems").getAsInt()).isEqualTo(1);
    JsonObject ok = json.getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(ok.keySet()).containsExactly("severity", "check", "subject", "found", "action");
    assertThat(ok.get("action").isJsonNull()).isTrue();
    JsonObject problem = json.getAsJsonArray("findings").get(1).getAsJsonObject();
    assertThat(problem.get("severity").getAsString()).isEqualTo("problem");
    assertThat(problem.get("action").getAsString()).isEqualTo("copy it");
  }

  @Test
  void findingsThatAreNotOkHaveAnAction() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Finding(Severity.WARNING, "java", "x", "y", ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Finding(Severity.OK, "java", "x", "y", "z"));
  }
}
