// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherProgramsTest {
  private static final long PROGRAM = 0x40_0000;
  private static final long KERNEL_THREAD = 0x20_8040;

  @TempDir private Path proc;
  private OtherPrograms others;

  @BeforeEach
  void startProcesses() throws IOException {
    stat(1, 0, PROGRAM, 100, 0);
    stat(2, 0, KERNEL_THREAD, 100, 0);
    stat(7, 2, KERNEL_THREAD, 100, 0);
    stat(20, 1, PROGRAM, 100, 0);
    stat(21, 20, PROGRAM, 100, 0);
    stat(30, 1, PROGRAM, 100, 0);
    others = new OtherPrograms(proc, 20);
  }

  @Test
  void onlyProgramsThatThisOneHasNotStartedCount() throws Exception {
    assertThat(others.next()).hasValue(0);
    for (int pid : new int[] {2, 7}) {
      stat(pid, 0, KERNEL_THREAD, 500, 0);
    }
    stat(20, 1, PROGRAM, 500, 0);
    stat(21, 20, PROGRAM, 500, 0);
    assertThat(others.next()).hasValue(0);

    stat(30, 1, PROGRAM, 130, 0);
    stat(31, 30, PROGRAM, 12, 0);
    assertThat(others.next().getAsDouble()).isCloseTo(0.42, within(1e-9));
  }

  @Test
  void timeOfAnEndedProcessCountsOnce() throws Exception {
    stat(31, 30, PROGRAM, 50, 0);
    others.next();
    Files.delete(proc.resolve("31/stat"));
    stat(30, 1, PROGRAM, 100, 55);

    assertThat(others.next().getAsDouble()).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void timeThatDisappearsIsNotSubtracted() throws Exception {
    others.next();
    Files.delete(proc.resolve("30/stat"));

    assertThat(others.next()).hasValue(0);
  }

  @Test
  void withoutThisProcessNothingIsKnown() throws Exception {
    assertThat(new OtherPrograms(proc, 99).next()).isEmpty();
  }

  private void stat(int pid, int parent, long flags, long user, long ofChildren)
      throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        "%d (a (b) c) S %d 1 1 0 -1 %d 102 0 0 0 %d 0 %d 0 20 0 1 0 7231945 3133440 418\n"
            .formatted(pid, parent, flags, user, ofChildren));
  }
}
