// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.isolation.IsolationReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsolationNoteTest {
  @Test
  void isolatedProcessesAndWhatIsMissingAreNamed() {
    IsolationNote note =
        note(
            List.of(
                new IsolationReport.Group("region-server-1", "0", 1024, false, 0, 0, ""),
                new IsolationReport.Group("base", "", 0, false, 0, 0, "")),
            List.of("memory: read-only"));

    assertThat(note.isolated()).isTrue();
    assertThat(note.lines())
        .startsWith(
            "isolated (profile ssd):",
            "  region-server-1: CPU 0, shares 1024",
            "not isolated: memory: read-only")
        .anyMatch(line -> line.contains("share one disk"))
        .noneMatch(line -> line.contains("base"));
  }

  @Test
  void withoutIsolationTheLimitsOfTheFiguresAreNamed() {
    IsolationNote note = note(List.of(), List.of("CPUs: no cgroups"));

    assertThat(note.isolated()).isFalse();
    assertThat(String.join(" ", note.lines()))
        .contains("isolated: nothing (profile ssd) not isolated: CPUs: no cgroups")
        .contains("cache hits and the compared cells hold on any machine")
        .contains("share 2 CPUs and one disk")
        .contains("cannot show what a compaction saves");
    assertThat(note.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void objectStoreIsNamedFirst() {
    IsolationReport.Group group =
        new IsolationReport.Group("region-server-1", "0", 1024, false, 0, 0, "");

    IsolationNote note = note(List.of(group), List.of(), true);

    assertThat(note.lines())
        .startsWith("store files: objects in an S3 server's memory, by S3A; logs: on HDFS")
        .noneMatch(line -> line.contains("one disk"))
        .allMatch(line -> line.length() <= 80);
  }

  private static IsolationNote note(List<IsolationReport.Group> groups, List<String> missing) {
    return note(groups, missing, false);
  }

  private static IsolationNote note(
      List<IsolationReport.Group> groups, List<String> missing, boolean objectStore) {
    return IsolationNote.of(
        new IsolationReport("ssd", "cgroups v1", groups, "not shaped", missing, List.of()),
        2,
        objectStore);
  }
}
