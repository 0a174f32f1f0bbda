// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/** Counts a table's compactions in the region servers' logs. */
final class LogCounts implements CompactionCounts.Source {
  private final List<Path> files;
  private final Predicate<String> ofTable;

  LogCounts(List<Path> files, TableName table) {
    this.files = List.copyOf(files);
    this.ofTable =
        Pattern.compile(" table=" + Pattern.quote(table.toString()) + "(?![\\w.:-])").asPredicate();
  }

  @Override
  public CompactionCounts read() throws IOException {
    return new CompactionCounts(
        count("compaction offloaded: "),
        count("compaction local ("),
        count("warm-up completed: "),
        count("warm-up ended: "));
  }

  private long count(String event) throws IOException {
    long count = 0;
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        count += lines.filter(line -> line.contains(event)).filter(ofTable).count();
      }
    }
    return count;
  }
}
