// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.experiment.LogWatch;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the jobs in the log of a compaction server. */
final class JobLog {
  private static final Pattern EVENT =
      Pattern.compile(
          "(cj-[0-9a-f]{20}) (accepted: |starts: |completed in |cancelled while |stopped: |failed)");

  private JobLog() {}

  /** Jobs in the order of acceptance. */
  static List<OffloadedJob> jobs(String server, List<String> lines, ZoneId zone) {
    Map<String, OffloadedJob> jobs = new LinkedHashMap<>();
    for (String line : lines) {
      Matcher event = EVENT.matcher(line);
      if (event.find()) {
        String id = event.group(1);
        Instant time = LogWatch.timestamp(line).atZone(zone).toInstant();
        if (event.group(2).startsWith("accepted")) {
          jobs.put(
              id, new OffloadedJob(id, server, time, Optional.empty(), Optional.empty(), false));
        } else {
          jobs.computeIfPresent(id, (same, job) -> after(job, event.group(2), time));
        }
      }
    }
    return new ArrayList<>(jobs.values());
  }

  /** A job ends once; later lines are about its remains. */
  private static OffloadedJob after(OffloadedJob job, String event, Instant time) {
    if (job.ended().isPresent()) {
      return job;
    }
    boolean starts = event.startsWith("starts");
    return new OffloadedJob(
        job.id(),
        job.server(),
        job.accepted(),
        starts ? Optional.of(time) : job.started(),
        starts ? Optional.empty() : Optional.of(time),
        event.startsWith("completed"));
  }
}
