// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Differences between the settings of two results, also of those that lack newer fields. */
final class ComparedSettings {
  private static final List<String> FIELDS =
      List.of("profile", "quick", "scale", "compactions", "machine", "workload");

  /** Fields that change how certain a figure is, not what it is. */
  private static final List<String> OF_CERTAINTY = List.of("repeat", "trials_left");

  /** Sizes and versions that vary between hosts that are alike, and what is compared. */
  private static final Set<String> OF_HOST =
      Set.of("machine.memory_mb", "machine.os", "machine.build");

  private static final Pattern DISK = Pattern.compile("\\s*data-node-\\d+: .*disk (.*) of (.*)");
  private static final String OWN_DISKS = "loop devices of their own";
  private static final String NOT_STATED = "not stated";

  private final List<String> all = new ArrayList<>();
  private boolean figuresDiffer;

  private ComparedSettings() {}

  static ComparedSettings of(JsonObject first, JsonObject second) {
    ComparedSettings settings = new ComparedSettings();
    for (String field : FIELDS) {
      settings.compare(field, first.get(field), second.get(field));
    }
    settings.add("disks of data nodes", disks(first), disks(second), true);
    settings.add("missing limits", missing(first), missing(second), true);
    for (String field : OF_CERTAINTY) {
      settings.add(field, text(field, first.get(field)), text(field, second.get(field)), false);
    }
    return settings;
  }

  /** A sentence for each difference. */
  List<String> differences() {
    return List.copyOf(all);
  }

  /** Whether a difference of two figures would be one of the settings, too. */
  boolean figuresDiffer() {
    return figuresDiffer;
  }

  private void compare(String field, JsonElement a, JsonElement b) {
    if (a != null && b != null && a.isJsonObject() && b.isJsonObject()) {
      Set<String> keys = new TreeSet<>(a.getAsJsonObject().keySet());
      keys.addAll(b.getAsJsonObject().keySet());
      for (String key : keys) {
        compare(field + "." + key, a.getAsJsonObject().get(key), b.getAsJsonObject().get(key));
      }
    } else if (a == null || !a.equals(b)) {
      add(field, text(field, a), text(field, b), !OF_HOST.contains(field));
    }
  }

  private void add(String what, String a, String b, boolean ofFigures) {
    if (!a.equals(b)) {
      all.add("%s: %s and %s".formatted(what, a, b));
      figuresDiffer |= ofFigures;
    }
  }

  /** Results without a field are from before the field, when these values were the only ones. */
  private static String text(String field, JsonElement value) {
    if (value != null) {
      return value.toString();
    }
    return switch (field) {
      case "compactions" -> "1";
      case "trials_left" -> "0";
      default -> NOT_STATED;
    };
  }

  /** Number, limits and kind: a profile of the same name had one device for all data nodes. */
  private static String disks(JsonObject results) {
    Set<String> limits = new TreeSet<>();
    int nodes = 0;
    boolean own = false;
    boolean logs = false;
    for (String line : isolation(results)) {
      Matcher disk = DISK.matcher(line);
      if (disk.matches()) {
        nodes++;
        limits.add(disk.group(1));
        logs |= disk.group(2).startsWith("each of ");
      }
      own |= line.contains(OWN_DISKS);
    }
    return nodes == 0
        ? "unlimited"
        : "%d of them, %s, %s%s"
            .formatted(
                nodes,
                own ? "each with a device" : "one device",
                String.join("; ", limits),
                logs ? ", and a second one for the log" : "");
  }

  private static String missing(JsonObject results) {
    List<String> missing =
        isolation(results).stream()
            .filter(line -> line.contains("NOT in force: "))
            .map(line -> line.substring(line.indexOf(':') + 2))
            .toList();
    return missing.isEmpty() ? "none" : String.join("; ", missing);
  }

  private static List<String> isolation(JsonObject results) {
    return results.has("isolation")
        ? results.getAsJsonArray("isolation").asList().stream()
            .map(JsonElement::getAsString)
            .toList()
        : List.of();
  }
}
