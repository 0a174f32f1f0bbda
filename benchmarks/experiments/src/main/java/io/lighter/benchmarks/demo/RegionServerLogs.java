// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/** Reads the plug-in's log lines about compactions in region servers' logs. */
final class RegionServerLogs {
  private static final Pattern OFFLOADED = Pattern.compile("compaction offloaded: cj-\\S+");
  private static final Pattern LOCAL = Pattern.compile("compaction local \\(([^)]*)\\):");

  private final List<Path> files;

  RegionServerLogs(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /** Compactions of {@code table} since the region servers' start. */
  JobCounts count(TableName table) throws IOException {
    Pattern ofTable = Pattern.compile(" table=" + Pattern.quote(table.toString()) + "(?![\\w.:-])");
    int offloaded = 0;
    Map<String, Integer> local = new TreeMap<>();
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        for (String line : lines.filter(ofTable.asPredicate()).toList()) {
          Matcher reason = LOCAL.matcher(line);
          if (OFFLOADED.matcher(line).find()) {
            offloaded++;
          } else if (reason.find()) {
            local.merge(reason.group(1), 1, Integer::sum);
          }
        }
      }
    }
    return new JobCounts(offloaded, local);
  }
}
