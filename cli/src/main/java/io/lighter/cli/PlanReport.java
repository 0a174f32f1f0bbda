// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.PlanValues.Sourced;
import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.manager.plan.CapacityInputs;
import io.lighter.manager.plan.CapacityPlan;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Renders a capacity plan with its reasons, as text or JSON. */
final class PlanReport {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  private PlanReport() {}

  /** The plan step by step, from complete {@code values}. */
  static String text(PlanValues values, CapacityPlan plan) {
    OptionalLong servers = plan.servers();
    StringBuilder text = new StringBuilder();
    text.append(
        servers.isPresent() ? servers(servers.getAsLong()) : "No number of servers will do");
    text.append("\n\n").append(inputs(values)).append('\n');
    int number = 1;
    for (String step : steps(plan)) {
      text.append(number++).append(". ").append(step).append('\n');
    }
    text.append('\n').append(limit(plan)).append('\n');
    warnings(plan).forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
    return text.toString();
  }

  private static String inputs(PlanValues values) {
    CapacityInputs in = values.inputs();
    TextTable table = new TextTable("INPUT", "VALUE", "FROM");
    table.add("c  compaction rate", rate(in.compactionRate()), source(values.compactionRate()));
    table.add("w  warm-up rate", rate(in.warmupRate()), source(values.warmupRate()));
    table.add("m  memory of a server", Units.bytes(in.memory()), source(values.memory()));
    table.add(
        "b  compaction size", Units.bytes(in.compactionSize()), source(values.compactionSize()));
    table.add("T  per region", PlanValue.show(in.perRegion()), source(values.perRegion()));
    table.add("R  regions", Long.toString(in.regions()), source(values.regions()));
    if (values.threads().isPresent()) {
      table.add(
          "k  threads of a server",
          Integer.toString(in.threads().getAsInt()),
          source(values.threads()));
    }
    return table.render();
  }

  private static List<String> steps(CapacityPlan plan) {
    CapacityInputs in = plan.inputs();
    String each = PlanValue.interval(in.perRegion());
    List<String> steps = new ArrayList<>();
    steps.add(
        format(
            "A compaction takes D = b/c + b/w = %.1f s + %.1f s = %.1f s, compacting and transfer.",
            plan.compactingSeconds(), plan.transferSeconds(), plan.durationSeconds()));
    steps.add(
        plan.isOversized()
            ? "The memory holds no whole compaction; one runs alone: l = 1."
            : format("The memory holds l = floor(m/b) = %d at a time.", plan.atATime()));
    steps.add(
        format("So a server does h = t/D * l = %.2f in 1 %s.", plan.perServerByMemory(), each));
    if (plan.perServer() < plan.perServerByMemory()) {
      steps.add(
          format(
              "Its threads do t*k*c/b = %.2f in 1 %s, which is less: h = %.2f.",
              plan.perServerBySpeed(), each, plan.perServer()));
    }
    BigInteger regions = plan.regionsPerServer();
    steps.add(format("That is enough for floor(h/T) = %d regions.", regions));
    plan.servers()
        .ifPresent(
            servers ->
                steps.add(
                    format(
                        "%d regions need C = ceil(%d/%d) = %s.",
                        in.regions(), in.regions(), regions, servers(servers))));
    return steps;
  }

  private static String limit(CapacityPlan plan) {
    String each = PlanValue.interval(plan.inputs().perRegion());
    String threads =
        plan.inputs().threads().isPresent()
            ? plan.inputs().threads().getAsInt() + " thread(s)"
            : "one thread";
    return switch (plan.limit()) {
      case MEMORY ->
          format(
                  "The limit is memory, not speed: %s would compact %.2f in 1 %s, but outputs hold"
                      + " the memory until they are transferred.",
                  threads, plan.perServerBySpeed(), each)
              + withMoreMemory(plan);
      case SPEED ->
          format(
              "The limit is speed, not memory: %s compact %.2f in 1 %s, and the memory would do for"
                  + " %.2f.",
              threads, plan.perServerBySpeed(), each, plan.perServerByMemory());
    };
  }

  private static String withMoreMemory(CapacityPlan plan) {
    BigInteger memory =
        BigInteger.valueOf(plan.inputs().compactionSize())
            .multiply(BigInteger.valueOf(plan.isOversized() ? 1 : plan.atATime() + 1));
    if (memory.bitLength() >= Long.SIZE) {
      return "";
    }
    CapacityPlan more = CapacityPlan.of(plan.inputs().withMemory(memory.longValueExact()));
    return more.servers().isEmpty() || more.servers().equals(plan.servers())
        ? ""
        : format(
            " With %s a server, %s would do.",
            Units.bytes(memory.longValueExact()), servers(more.servers().getAsLong()));
  }

  private static List<String> warnings(CapacityPlan plan) {
    CapacityInputs in = plan.inputs();
    List<String> warnings = new ArrayList<>();
    if (plan.isOversized()) {
      warnings.add(
          format(
              "a compaction (%s) is larger than a server's memory (%s): it runs alone, once no other"
                  + " runs and no output is kept, and what of its output does not fit is warmed"
                  + " from HDFS.",
              Units.bytes(in.compactionSize()), Units.bytes(in.memory())));
    }
    if (plan.servers().isEmpty()) {
      warnings.add(
          format(
              "a region is compacted %s, more often than one server can (%.2f in 1 %s), and a region"
                  + " has one server: raise the rates or the memory, or split the regions.",
              PlanValue.show(in.perRegion()),
              plan.perServer(),
              PlanValue.interval(in.perRegion())));
    }
    return warnings;
  }

  /** One JSON object, ended by a line feed. */
  static String json(PlanValues values, CapacityPlan plan) {
    CapacityInputs in = plan.inputs();
    JsonObject json = new JsonObject();
    if (plan.servers().isPresent()) {
      json.addProperty("servers", plan.servers().getAsLong());
    } else {
      json.add("servers", JsonNull.INSTANCE);
    }
    json.addProperty("limit", plan.limit().name().toLowerCase(Locale.ROOT));
    json.addProperty("compaction_rate", in.compactionRate());
    json.addProperty("warmup_rate", in.warmupRate());
    json.addProperty("memory", in.memory());
    json.addProperty("compaction_size", in.compactionSize());
    json.addProperty("per_region_times", in.perRegion().times());
    json.addProperty("per_region_interval_ms", in.perRegion().interval().toMillis());
    json.addProperty("regions", in.regions());
    json.addProperty("threads", in.threads().isPresent() ? in.threads().getAsInt() : null);
    json.addProperty("compacting_s", plan.compactingSeconds());
    json.addProperty("transfer_s", plan.transferSeconds());
    json.addProperty("duration_s", plan.durationSeconds());
    json.addProperty("at_a_time", plan.atATime());
    json.addProperty("per_server_by_memory", plan.perServerByMemory());
    json.addProperty("per_server_by_speed", plan.perServerBySpeed());
    json.addProperty("per_server", plan.perServer());
    json.addProperty("regions_per_server", plan.regionsPerServer());
    json.add("sources", sources(values));
    JsonArray warnings = new JsonArray();
    warnings(plan).forEach(warnings::add);
    json.add("warnings", warnings);
    return GSON.toJson(json) + '\n';
  }

  private static JsonObject sources(PlanValues values) {
    JsonObject sources = new JsonObject();
    sources.addProperty("compaction_rate", source(values.compactionRate()));
    sources.addProperty("warmup_rate", source(values.warmupRate()));
    sources.addProperty("memory", source(values.memory()));
    sources.addProperty("compaction_size", source(values.compactionSize()));
    sources.addProperty("per_region", source(values.perRegion()));
    sources.addProperty("regions", source(values.regions()));
    sources.addProperty("threads", source(values.threads()));
    return sources;
  }

  private static String source(Optional<? extends Sourced<?>> value) {
    return value.map(Sourced::source).orElse(null);
  }

  private static String rate(long bytesPerSecond) {
    return Units.bytes(bytesPerSecond) + "/s";
  }

  private static String servers(long number) {
    return number + (number == 1 ? " compaction server" : " compaction servers");
  }

  private static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
