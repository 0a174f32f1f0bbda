// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.scaleout.OffloadedJob;
import io.lighter.benchmarks.experiment.scaleout.QueueFigures;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutPlan;
import io.lighter.benchmarks.experiment.scaleout.ScaleOutRun;
import io.lighter.benchmarks.experiment.scaleout.SimulatedScaleOut;
import io.lighter.manager.simulate.SimulatedMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Figure 9 in the format of {@link ResultsJson}, without strategies: {@code scale_out} has the
 * clusters of this machine, and {@code simulated} those of the simulator.
 */
public final class ScaleOutJson {
  private static final double MS_PER_S = 1_000;

  /** Seconds over which compactions are counted. */
  private static final int WINDOW_S = 20;

  private static final int S_PER_MINUTE = 60;

  private ScaleOutJson() {}

  /**
   * The whole document.
   *
   * @param about description of the experiment, without trials
   */
  public static JsonObject of(
      ExperimentResult about,
      ScaleOutPlan plan,
      List<ScaleOutRun> runs,
      List<SimulatedScaleOut> simulated) {
    JsonObject json = ResultsJson.header(about);
    json.remove("warmup_end_rule"); // no figure depends on this value
    json.add("plan", plan(plan));
    JsonArray clusters = new JsonArray();
    for (int regionServers : plan.regionServers()) {
      List<ScaleOutRun> ofCluster =
          runs.stream().filter(run -> run.regionServers() == regionServers).toList();
      clusters.add(cluster(plan, regionServers, ofCluster, about.operations()));
    }
    json.add("scale_out", clusters);
    JsonArray simulations = new JsonArray();
    simulated.forEach(each -> simulations.add(simulation(each)));
    json.add("simulated", simulations);
    json.add("strategies", new JsonArray());
    json.add("other_caches", new JsonArray());
    json.add("excluded", excluded(runs));
    return json;
  }

  private static JsonObject plan(ScaleOutPlan plan) {
    JsonObject json = new JsonObject();
    json.addProperty("regions_per_region_server", ScaleOutPlan.REGIONS);
    json.addProperty("region_bytes", plan.regionBytes());
    json.addProperty("compaction_period_s", seconds(plan.period()));
    json.addProperty("server_threads", ScaleOutPlan.THREADS);
    json.addProperty("server_throughput_limit", plan.throughputLimit());
    json.addProperty("part_s", seconds(plan.part()));
    json.addProperty("left_out_s", seconds(plan.leftOut()));
    return json;
  }

  private static JsonObject cluster(
      ScaleOutPlan plan, int regionServers, List<ScaleOutRun> runs, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("region_servers", regionServers);
    json.addProperty("regions", regionServers * ScaleOutPlan.REGIONS);
    List<JsonArray> counted = new ArrayList<>();
    JsonArray all = new JsonArray();
    for (ScaleOutRun run : runs) {
      JsonObject one = run(run, operations);
      all.add(one);
      if (run.failures().isEmpty()) {
        counted.add(one.getAsJsonArray("parts"));
      }
    }
    json.addProperty("runs_counted", counted.size());
    JsonArray parts = new JsonArray();
    for (int i = 0; !counted.isEmpty() && i < plan.servers().size(); i++) {
      int part = i;
      JsonObject medians =
          Medians.of(counted.stream().map(each -> each.get(part).getAsJsonObject()).toList());
      medians.addProperty(
          "load_of_limit", Rounding.ratio(plan.load(regionServers, plan.servers().get(i))));
      parts.add(medians);
    }
    json.add("parts", parts);
    json.add("runs", all);
    return json;
  }

  private static JsonObject run(ScaleOutRun run, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("repeat", run.repeat());
    json.addProperty("valid", run.failures().isEmpty());
    JsonArray failures = new JsonArray();
    run.failures().forEach(failures::add);
    json.add("failures", failures);
    json.addProperty("failed_ops", run.latencies().failedOperations());
    JsonArray parts = new JsonArray();
    for (ScaleOutRun.Part part : run.parts()) {
      parts.add(part(run, part, operations));
    }
    json.add("parts", parts);
    json.add("course", course(run, operations));
    return json;
  }

  private static JsonObject part(ScaleOutRun run, ScaleOutRun.Part part, List<String> operations) {
    QueueFigures figures = run.figures(part);
    JsonObject json = new JsonObject();
    json.addProperty("compaction_servers", part.servers());
    json.addProperty("jobs", figures.started());
    json.addProperty("wait_p50_s", Rounding.round(figures.waitP50()));
    json.addProperty("wait_p99_s", Rounding.round(figures.waitP99()));
    json.addProperty("waiting", Rounding.round(figures.waiting()));
    json.addProperty("compaction_p50_s", Rounding.round(figures.responseP50()));
    json.addProperty("compactions_per_minute", Rounding.round(figures.perMinute()));
    json.addProperty("busy", Rounding.ratio(figures.busy()));
    for (String operation : operations) {
      for (Timing timing : Timing.values()) {
        String suffix = timing == Timing.DUE ? "" : "_" + timing.name().toLowerCase(Locale.ROOT);
        latencies(run, part, timing, operation).addTo(json, operation + suffix);
      }
    }
    run.jobs().stream()
        .filter(job -> job.server().endsWith("-" + part.servers()))
        .flatMap(job -> job.started().stream())
        .min(Instant::compareTo)
        .ifPresent(
            first ->
                json.addProperty("first_job_s", seconds(Duration.between(part.from(), first))));
    return json;
  }

  private static LatencyFigures latencies(
      ScaleOutRun run, ScaleOutRun.Part part, Timing timing, String operation) {
    TimeSpan span = new TimeSpan(part.countedFrom(), part.to());
    return LatencyFigures.of(run.latencies().within(span, timing, operation).micros());
  }

  private static JsonObject course(ScaleOutRun run, List<String> operations) {
    CourseJson course = new CourseJson(run.origin(), run.start(), run.end());
    JsonObject json = new JsonObject();
    JsonArray parts = new JsonArray();
    for (ScaleOutRun.Part part : run.parts()) {
      JsonObject span = course.span("part", part.from(), part.to());
      span.addProperty("compaction_servers", part.servers());
      span.addProperty("counted_from", course.offset(part.countedFrom()));
      parts.add(span);
    }
    json.add("parts", parts);
    json.add("waiting", waiting(run, course));
    json.add("jobs", jobs(run, course));
    json.add("compactions", compactions(run, course));
    for (String operation : operations) {
      json.add(operation, course.latencies(run.latencies().intervals(Timing.DUE, operation)));
    }
    return json;
  }

  private static JsonObject waiting(ScaleOutRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "count");
    for (Instant at = run.start(); at.isBefore(run.end()); at = at.plusSeconds(1)) {
      Instant moment = at;
      line.add(course.offset(at), run.jobs().stream().filter(job -> job.isWaiting(moment)).count());
    }
    return line.json();
  }

  /** Each started job, at the time of its start. */
  private static JsonObject jobs(ScaleOutRun run, CourseJson course) {
    JsonArray t = new JsonArray();
    JsonArray server = new JsonArray();
    JsonArray wait = new JsonArray();
    JsonArray total = new JsonArray();
    for (OffloadedJob job : byStart(run.jobs())) {
      Instant start = job.started().orElseThrow();
      if (job.completed() && !start.isBefore(run.start()) && start.isBefore(run.end())) {
        t.add(course.offset(start));
        server.add(job.server());
        wait.add(seconds(job.waited().orElseThrow()));
        total.add(seconds(Duration.between(job.accepted(), job.ended().orElseThrow())));
      }
    }
    JsonObject json = new JsonObject();
    json.add("t", t);
    json.add("server", server);
    json.add("wait_s", wait);
    json.add("compaction_s", total);
    return json;
  }

  private static List<OffloadedJob> byStart(List<OffloadedJob> jobs) {
    return jobs.stream()
        .filter(job -> job.started().isPresent())
        .sorted((a, b) -> a.started().orElseThrow().compareTo(b.started().orElseThrow()))
        .toList();
  }

  private static JsonObject compactions(ScaleOutRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "per_minute");
    Instant from = run.start();
    for (Instant to = from.plusSeconds(WINDOW_S);
        !to.isAfter(run.end());
        to = to.plusSeconds(WINDOW_S)) {
      long completed = QueueFigures.of(run.jobs(), 1, from, to).completed();
      line.add(course.offset(from.plusSeconds(WINDOW_S / 2)), completed * S_PER_MINUTE / WINDOW_S);
      from = to;
    }
    return line.json();
  }

  private static JsonObject simulation(SimulatedScaleOut simulated) {
    JsonObject json = new JsonObject();
    json.addProperty("region_servers", simulated.settings().regionServers());
    json.addProperty("regions", simulated.settings().regions());
    json.addProperty("load", simulated.settings().utilisation());
    json.addProperty("minutes", simulated.settings().minutes());
    json.addProperty("pass_ms", Rounding.round(simulated.result().meanPlanMs()));
    JsonArray parts = new JsonArray();
    for (SimulatedScaleOut.Half half : simulated.halves()) {
      JsonObject part = new JsonObject();
      part.addProperty("compaction_servers", half.servers());
      part.addProperty("wait_p50_s", Rounding.round(half.waitP50()));
      part.addProperty("waiting", Rounding.round(half.waiting()));
      part.addProperty("compactions_per_minute", Rounding.round(half.perMinute()));
      parts.add(part);
    }
    json.add("parts", parts);
    CourseLine course = new CourseLine("minute", "wait_p50_s", "waiting", "compactions");
    int minute = -simulated.joinMinute();
    for (SimulatedMinute each : simulated.course()) {
      course.add(
          ++minute,
          Rounding.round(each.medianWaitMs() / MS_PER_S),
          each.waiting(),
          each.completed());
    }
    json.add("course", course.json());
    return json;
  }

  private static JsonArray excluded(List<ScaleOutRun> runs) {
    JsonArray excluded = new JsonArray();
    for (ScaleOutRun run : runs) {
      if (!run.failures().isEmpty()) {
        excluded.add(
            ExcludedRun.json(
                run.regionServers() + " region servers", run.repeat(), run.failures()));
      }
    }
    return excluded;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / MS_PER_S;
  }
}
