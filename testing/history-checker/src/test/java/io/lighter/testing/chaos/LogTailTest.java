// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  private static final ProcessName FIRST = ProcessName.regionServer(1);
  private static final ProcessName SECOND = ProcessName.regionServer(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private Path first;
  private Path second;

  @BeforeEach
  void writeLogs() throws IOException {
    first = Files.writeString(folder.resolve("first.log"), "warm-up started: old\n");
    second = Files.writeString(folder.resolve("second.log"), "");
  }

  @Test
  void tailFindsOnlyNewLinesAndNamesTheirWriter() throws Exception {
    try (LogTail tail = new LogTail(Map.of(FIRST, first, SECOND, second))) {
      append(second, "something else\nwarm-up started: new table=t\n");

      assertThat(tail.await(TIMEOUT, "warm-up started", "table=t"))
          .isEqualTo(new LogTail.Line(SECOND, "warm-up started: new table=t"));
    }
  }

  @Test
  void tailFindsCompleteLinesInOrder() throws Exception {
    try (LogTail tail = new LogTail(Map.of(FIRST, first))) {
      append(first, "warm-up sta");
      assertThatThrownBy(() -> tail.await(Duration.ZERO, "warm-up"))
          .isInstanceOf(IOException.class);
      append(first, "rted: 1\nwarm-up started: 2\n");

      assertThat(tail.await(TIMEOUT, "warm-up").text()).isEqualTo("warm-up started: 1");
      assertThat(tail.await(TIMEOUT, "warm-up").text()).isEqualTo("warm-up started: 2");
    }
  }

  @Test
  void hasDoesNotWaitForNewLines() throws Exception {
    try (LogTail tail = new LogTail(Map.of(FIRST, first, SECOND, second))) {
      append(first, "warm-up started: 1\n");
      tail.await(TIMEOUT, "warm-up started: 1");
      append(second, "warm-up completed: 1\n");
      assertThat(tail.has(FIRST, List.of("warm-up completed: ", "1"))).isFalse();

      append(first, "something else\nwarm-up completed: 1\n");
      assertThat(tail.has(FIRST, List.of("warm-up completed: ", "1"))).isTrue();
    }
  }

  @Test
  void awaitNamesTheMissingLine() throws Exception {
    try (LogTail tail = new LogTail(Map.of(FIRST, first))) {
      assertThatThrownBy(() -> tail.await(Duration.ZERO, "warm-up started", "table=t"))
          .hasMessage("no log has a line with [warm-up started, table=t] after 0 s");
    }
  }

  private static void append(Path log, String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.APPEND);
  }
}
