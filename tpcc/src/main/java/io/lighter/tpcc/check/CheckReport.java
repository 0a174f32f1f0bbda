// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Database;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The result of a check.
 *
 * @param findings findings by condition, for all conditions
 */
public record CheckReport(Database database, Map<Condition, Finding> findings) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  public CheckReport {
    findings = Map.copyOf(findings);
  }

  /**
   * The finding for one condition.
   *
   * @param rows number of checked rows
   * @param violations number of rows that violate the condition
   * @param examples the first few violations
   */
  public record Finding(long rows, long violations, List<String> examples) {
    public Finding {
      examples = List.copyOf(examples);
    }
  }

  /** The finding for a condition. */
  public Finding finding(Condition condition) {
    return findings.get(condition);
  }

  /** Violations of all conditions. */
  public long violations() {
    return findings.values().stream().mapToLong(Finding::violations).sum();
  }

  /** The report as JSON. */
  public String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("warehouses", database.warehouses());
    json.addProperty("violations", violations());
    JsonArray conditions = new JsonArray();
    new EnumMap<>(findings)
        .forEach(
            (condition, finding) -> {
              JsonObject entry = new JsonObject();
              entry.addProperty("condition", condition.number());
              entry.addProperty("statement", condition.statement());
              entry.addProperty("of", condition.row());
              entry.addProperty("rows", finding.rows());
              entry.addProperty("violations", finding.violations());
              JsonArray examples = new JsonArray();
              finding.examples().forEach(examples::add);
              entry.add("examples", examples);
              conditions.add(entry);
            });
    json.add("conditions", conditions);
    return GSON.toJson(json) + System.lineSeparator();
  }
}
