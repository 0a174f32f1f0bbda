// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.BackgroundCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The result of a soak test.
 *
 * @param took total duration, including the final comparison of all rows
 * @param rounds rounds in which all stores were compacted
 * @param ended processes that exited without being killed, and were started again
 * @param verdict result of the history checker
 * @param processes names of all processes
 * @param resources sampled resources of each process and of the cluster
 */
record SoakReport(
    long seed,
    Duration took,
    long rounds,
    List<FaultOutcome> kills,
    List<String> ended,
    BackgroundCheck.Verdict verdict,
    List<String> processes,
    Map<ResourceSampler.Subject, List<ResourceSeries>> resources) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double S_PER_MINUTE = 60;

  /** Duration after which each process should have enough samples. */
  private static final Duration LONG = Duration.ofHours(1);

  SoakReport {
    kills = List.copyOf(kills);
    ended = List.copyOf(ended);
    processes = List.copyOf(processes);
  }

  /**
   * Whether nothing was wrong and nothing grew; below an hour, according to the available samples.
   */
  boolean passed() {
    return rounds > 0
        && verdict.violations() == 0
        && verdict.failed() == 0
        && verdict.rowsChecked() > 0
        && verdict.offloaded() > 0
        && verdict.warmups() > 0
        && ended.isEmpty()
        && kills.stream().allMatch(kill -> kill.problems().isEmpty())
        && growing().isEmpty()
        && (took.compareTo(LONG) < 0 || (!kills.isEmpty() && unjudged().isEmpty()));
  }

  /** Processes, and the cluster, without enough samples to judge their growth. */
  Set<String> unjudged() {
    Set<String> names = new LinkedHashSet<>(processes);
    names.add(ResourceSampler.Subject.CLUSTER.process());
    resources.forEach(
        (subject, series) -> {
          if (series.stream().anyMatch(one -> one.isFlat().isPresent())) {
            names.remove(subject.process());
          }
        });
    return names;
  }

  /** Growing gauges, one line each. */
  List<String> growing() {
    List<String> lines = new ArrayList<>();
    resources.forEach(
        (subject, series) -> {
          for (ResourceSeries one : series) {
            if (!one.isFlat().orElse(true)) {
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "%s (pid %d), %s: %.0f, later %.0f",
                      subject.name(),
                      subject.pid(),
                      one.gauge().label(),
                      one.before().orElseThrow(),
                      one.after().orElseThrow()));
            }
          }
        });
    return lines;
  }

  /** Number of gauges with enough samples. */
  private long judged() {
    return resources.values().stream()
        .flatMap(List::stream)
        .filter(series -> series.isFlat().isPresent())
        .count();
  }

  /** The report as text. */
  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d compactions of all files, %d processes killed (seed %d)%n"
            .formatted(rounds, kills.size(), seed));
    List<String> growing = growing();
    long judged = judged();
    if (judged == 0) {
      text.append(
          "whether anything grows is not known: nothing lived for %.0f min%n"
              .formatted(ResourceSeries.LEAST_SECONDS / S_PER_MINUTE));
    } else if (growing.isEmpty()) {
      text.append("nothing grew, of %d gauges that were long enough%n".formatted(judged));
    }
    growing.forEach(line -> text.append("grew: %s%n".formatted(line)));
    unjudged().forEach(name -> text.append("not known of %s%n".formatted(name)));
    ended.forEach(name -> text.append("ended by itself: %s%n".formatted(name)));
    return text.append(verdict.text()).toString();
  }

  /** The report as JSON. */
  String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("experiment", "soak");
    json.addProperty("seed", seed);
    json.addProperty("minutes", Math.round(took.toSeconds() / S_PER_MINUTE * 10) / 10.0);
    json.addProperty("compactions_of_all_files", rounds);
    json.addProperty("violations", verdict.violations());
    json.addProperty("judged", judged());
    json.add("grew", strings(growing()));
    json.add("unjudged", strings(unjudged()));
    json.add("ended_by_themselves", strings(ended));
    JsonArray killed = new JsonArray();
    for (FaultOutcome kill : kills) {
      JsonObject one = new JsonObject();
      one.addProperty("fault", kill.fault().words());
      one.addProperty("recovery_s", kill.recovery().toMillis() / 1000.0);
      one.add("problems", strings(kill.problems()));
      killed.add(one);
    }
    json.add("kills", killed);
    JsonArray subjects = new JsonArray();
    resources.forEach((subject, series) -> subjects.add(json(subject, series)));
    json.add("resources", subjects);
    json.add("history", verdict.json());
    return GSON.toJson(json) + System.lineSeparator();
  }

  private static JsonObject json(ResourceSampler.Subject subject, List<ResourceSeries> series) {
    JsonObject json = new JsonObject();
    json.addProperty("name", subject.name());
    json.addProperty("pid", subject.pid());
    for (ResourceSeries one : series) {
      JsonObject gauge = new JsonObject();
      one.before().ifPresent(value -> gauge.addProperty("second_quarter", rounded(value)));
      one.after().ifPresent(value -> gauge.addProperty("last_quarter", rounded(value)));
      one.isFlat().ifPresent(flat -> gauge.addProperty("flat", flat));
      gauge.add("t", numbers(one.seconds()));
      gauge.add("y", numbers(one.values()));
      json.add(one.gauge().key(), gauge);
    }
    return json;
  }

  private static JsonArray strings(Collection<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  private static JsonArray numbers(List<Double> values) {
    JsonArray array = new JsonArray();
    values.forEach(value -> array.add(rounded(value)));
    return array;
  }

  private static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
