// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The outcome of all checks. {@code docs/reference/json.md} documents the JSON names.
 *
 * @param version Lighter's version
 */
public record InstallReport(String version, HostRole role, List<Finding> findings) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();
  private static final int WIDTH = Severity.PROBLEM.label().length();

  public InstallReport {
    findings = List.copyOf(findings);
  }

  /** Number of findings of a severity. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  /** One line per finding and a summary, without a final line feed. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      String label = finding.severity().label();
      text.append(label).append(" ".repeat(WIDTH - label.length() + 2));
      text.append(finding.check()).append(": ").append(finding.subject()).append(": ");
      text.append(finding.found());
      if (!finding.action().isEmpty()) {
        text.append(" -> ").append(finding.action());
      }
      text.append('\n');
    }
    return text.append(summary()).toString();
  }

  private String summary() {
    return "%d ok, %s, %s"
        .formatted(
            count(Severity.OK),
            counted(count(Severity.WARNING), "warning"),
            counted(count(Severity.PROBLEM), "problem"));
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** One JSON object, indented, without a final line feed. */
  public String json() {
    JsonArray checks = new JsonArray();
    for (Finding finding : findings) {
      JsonObject json = new JsonObject();
      json.addProperty("severity", finding.severity().label());
      json.addProperty("check", finding.check());
      json.addProperty("subject", finding.subject());
      json.addProperty("found", finding.found());
      if (finding.action().isEmpty()) {
        json.add("action", JsonNull.INSTANCE);
      } else {
        json.addProperty("action", finding.action());
      }
      checks.add(json);
    }
    JsonObject json = new JsonObject();
    json.addProperty("version", version);
    json.addProperty("role", role.name());
    json.addProperty("ok", count(Severity.OK));
    json.addProperty("warnings", count(Severity.WARNING));
    json.addProperty("problems", count(Severity.PROBLEM));
    json.add("findings", checks);
    return GSON.toJson(json);
  }
}
