// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.SpaceSample;
import io.lighter.benchmarks.experiment.load.StoreLog;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** What a page plots of a load or of reads: latencies, files and space. Stateless. */
final class LoadCourse {
  private static final double BYTES_PER_MB = 1 << 20;

  private LoadCourse() {}

  /** The course of a run, with times from its start. */
  static JsonObject of(MeasuredRun run) {
    CourseJson course = new CourseJson(run.span().from(), run.span().from(), run.span().to());
    JsonObject json = new JsonObject();
    for (Kind kind : Kind.values()) {
      CourseLine line = CourseLine.ofLatencies();
      run.reads()
          .of(kind)
          .forEach(
              window ->
                  line.addLatencies(
                      course.offset(window.span().to()), LatencyFigures.of(window.sent())));
      json.add(kind.name().toLowerCase(Locale.ROOT), line.json());
    }
    if (run instanceof LoadRun load) {
      json.add("files", files(load, course));
      json.add("space", space(load, course));
    }
    return json;
  }

  /** The number of files after each flush and each compaction. */
  private static JsonObject files(LoadRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "count");
    Stream.concat(
            run.log().flushes().stream().map(StoreLog.Flush::time),
            run.log().compactions().stream().map(StoreLog.Compaction::end))
        .sorted()
        .forEach(time -> line.add(course.offset(time), run.log().files(time)));
    return line.json();
  }

  private static JsonObject space(LoadRun run, CourseJson course) {
    CourseLine line = new CourseLine("t", "mb");
    for (SpaceSample sample : run.space()) {
      line.add(course.offset(sample.time()), Rounding.round(sample.bytes() / BYTES_PER_MB));
    }
    return line.json();
  }
}
