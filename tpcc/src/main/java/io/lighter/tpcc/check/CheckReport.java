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
 * What a check found.
 *
 * @param findings of all conditions
 */
public record CheckReport(Database database, Map<Condition, Finding> findings) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  public CheckReport {
    findings = Map.copyOf(findings);
  }

  /**
   * Of one condition.
   *
   * @param rows for which it has to hold
   * @param violations rows for which it does not
   * @param examples the first few of them
   */
  public record Finding(long rows, long violations, List<String> examples) {
    public Finding {
      examples = List.copyOf(examples);
    }
  }

  /** Of one condition. */
  public Finding finding(Condition condition) {
    return findings.get(condition);
  }

  /** Of all conditions. */
  public long violations() {
    return findings.values().stream().mapToLong(Finding::violations).sum();
  }

  /** For programs. */
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
