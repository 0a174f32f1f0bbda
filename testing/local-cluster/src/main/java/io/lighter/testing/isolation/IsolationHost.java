package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongPredicate;

/**
 * The machine, as far as isolation looks at it.
 *
 * @param procSelf {@code /proc/self}
 * @param sysDevBlock {@code /sys/dev/block}
 * @param pid of this process
 * @param isAlive whether a process of that id runs
 * @param remover removes the folder of a group without processes
 */
record IsolationHost(
    Path procSelf, Path sysDevBlock, long pid, LongPredicate isAlive, Remover remover) {

  /** Removes an empty group; the kernel removes the files in it. */
  @FunctionalInterface
  interface Remover {
    /** Fails while there is a process in it. */
    void remove(Path folder) throws IOException;
  }

  /** This machine. */
  static IsolationHost thisOne() {
    return new IsolationHost(
        Path.of("/proc/self"),
        Path.of("/sys/dev/block"),
        ProcessHandle.current().pid(),
        pid -> ProcessHandle.of(pid).isPresent(),
        Files::delete);
  }
}
