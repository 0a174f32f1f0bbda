// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from {@code /proc/<pid>/stat} the CPU time of all processes except this JVM and those that
 * it has started. Threads of the kernel do not count: they also work for the cluster. Confined to
 * one thread.
 *
 * <p>The time of ended processes counts at the process that waited for them. A reading takes about
 * 20 µs for each process that counts.
 */
final class OtherPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(OtherPrograms.class);

  /** Linux reports in hundredths of a second, whatever the kernel's own clock is. */
  private static final double S_PER_TICK = 0.01;

  private static final long KERNEL_THREAD = 0x0020_0000;

  // Places behind the name, which is in parentheses and may contain spaces.
  private static final int PARENT = 1;
  private static final int FLAGS = 6;
  private static final int FIRST_TIME = 11;
  private static final int LAST_TIME = 14;

  private final Path proc;
  private final String self;
  private final Set<String> kernelThreads = new HashSet<>();
  private OptionalLong last = OptionalLong.empty();

  /** A process; {@code ticks} is its CPU time with that of ended children. */
  private record Program(String parent, boolean ofKernel, long ticks) {}

  /**
   * Reads nothing yet.
   *
   * @param proc {@code /proc}
   * @param self process id of this JVM
   */
  OtherPrograms(Path proc, long self) {
    this.proc = proc;
    this.self = Long.toString(self);
  }

  /** Seconds of CPU since the last call, 0 at first; empty if this JVM is not in {@code /proc}. */
  OptionalDouble next() throws IOException {
    Map<String, Program> processes = read();
    if (!processes.containsKey(self)) {
      return OptionalDouble.empty();
    }
    long ticks = 0;
    for (Map.Entry<String, Program> process : processes.entrySet()) {
      ticks += isOurs(process.getKey(), processes) ? 0 : process.getValue().ticks;
    }
    // Less than before if no process waited for one that has ended.
    long more = Math.max(0, ticks - last.orElse(ticks));
    last = OptionalLong.of(ticks);
    return OptionalDouble.of(S_PER_TICK * more);
  }

  private boolean isOurs(String pid, Map<String, Program> processes) {
    String ancestor = pid;
    while (!ancestor.equals(self)) {
      Program process = processes.get(ancestor);
      if (process == null || process.parent.equals(ancestor)) {
        return false;
      }
      ancestor = process.parent;
    }
    return true;
  }

  /** The processes without threads of the kernel. */
  private Map<String, Program> read() throws IOException {
    Set<String> present = new HashSet<>();
    if (Files.isDirectory(proc)) {
      try (Stream<Path> files = Files.list(proc)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> Character.isDigit(name.charAt(0)))
            .forEach(present::add);
      }
    }
    kernelThreads.retainAll(present);
    present.removeAll(kernelThreads);
    Map<String, Program> processes = new HashMap<>();
    for (String pid : present) {
      try {
        Program process = parse(Files.readString(proc.resolve(pid).resolve("stat")));
        if (process.ofKernel) {
          kernelThreads.add(pid);
        } else {
          processes.put(pid, process);
        }
      } catch (IOException e) {
        LOG.trace("process has ended pid={}", pid, e);
      }
    }
    return processes;
  }

  private static Program parse(String line) {
    String[] fields = line.substring(line.lastIndexOf(')') + 1).trim().split(" ", -1);
    long ticks = 0;
    for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
      ticks += Long.parseLong(fields[field]);
    }
    boolean ofKernel = (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0;
    return new Program(fields[PARENT], ofKernel, ticks);
  }
}
