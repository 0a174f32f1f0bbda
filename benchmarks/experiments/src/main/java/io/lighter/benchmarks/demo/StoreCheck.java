// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.UnownedFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * What the demo has left in an object store, where a file that no list names is no data.
 *
 * @param unowned files of the demo's tables that nothing names
 * @param uploads uploads that were neither completed nor aborted
 */
record StoreCheck(List<Path> unowned, long uploads) {
  private static final int EXAMPLES = 10;

  StoreCheck {
    unowned = List.copyOf(unowned);
  }

  /** Closes all tables of the demo, looks at their folders, and opens them again. */
  static StoreCheck of(LocalCluster cluster, Progress progress) throws IOException {
    progress.step("Looking for files that no list names");
    try (UnownedFiles files = new UnownedFiles(cluster.configuration(), cluster.connection())) {
      StoreCheck check =
          new StoreCheck(files.ofDisabledTables().unowned(), cluster.unfinishedUploads());
      progress.finish();
      return check;
    }
  }

  /** One line. */
  String text() {
    return "object store: %d files that no list names, %d unfinished uploads"
        .formatted(unowned.size(), uploads);
  }

  /** Reasons why the demo failed, one sentence each; empty if nothing is left. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    if (!unowned.isEmpty()) {
      failures.add(
          "%d files that no list names are left in the object store: %s"
              .formatted(unowned.size(), unowned.stream().limit(EXAMPLES).toList()));
    }
    if (uploads > 0) {
      failures.add(uploads + " uploads were neither completed nor aborted");
    }
    return failures;
  }
}
