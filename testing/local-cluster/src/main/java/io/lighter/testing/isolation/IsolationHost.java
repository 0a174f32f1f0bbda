// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The parts of the machine that isolation examines.
 *
 * @param procSelf {@code /proc/self}
 * @param sysDevBlock {@code /sys/dev/block}
 * @param pid id of this process
 * @param isAlive whether a process with that id runs
 * @param remover removes the folder of an empty group
 * @param tools runs system commands
 */
record IsolationHost(
    Path procSelf,
    Path sysDevBlock,
    long pid,
    LongPredicate isAlive,
    Remover remover,
    Tools tools) {

  /** Removes an empty group; the kernel removes its files. */
  @FunctionalInterface
  interface Remover {
    /** Removes the folder; fails while the group has a process. */
    void remove(Path folder) throws IOException;
  }

  /** Runs a system command. */
  @FunctionalInterface
  interface Tools {
    /** The output, trimmed; fails with the command's message. */
    String run(List<String> command) throws IOException;
  }

  /** This machine. */
  static IsolationHost thisOne() {
    return new IsolationHost(
        Path.of("/proc/self"),
        Path.of("/sys/dev/block"),
        ProcessHandle.current().pid(),
        pid -> ProcessHandle.of(pid).isPresent(),
        Files::delete,
        ShellCommand::run);
  }
}
