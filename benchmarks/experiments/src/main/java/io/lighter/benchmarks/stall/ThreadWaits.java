// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads how long the threads of a process waited for a CPU while they were runnable: the second
 * field of {@code /proc/<pid>/task/<tid>/schedstat}. Confined to one thread.
 *
 * <p>The file {@code /proc/<pid>/schedstat} has the first thread alone, so each thread is read. The
 * files stay open, because a read at offset 0 takes about 1 µs, and to open a file several times
 * that. The kernel adds a wait when it ends.
 */
final class ThreadWaits implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadWaits.class);
  private static final int LONGEST_LINE = 128;

  private final Path tasks;
  private final Predicate<String> counted;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST_LINE);
  private final Map<String, Waiting> threads = new HashMap<>();

  /** Threads that are not counted. */
  private final Set<String> others = new HashSet<>();

  /**
   * Waits since the reading before, in nanoseconds.
   *
   * @param longest of one thread
   * @param sum of all threads
   */
  record Waited(long longest, long sum) {}

  /** The file of a thread, and its last value. */
  private static final class Waiting {
    private final FileChannel file;
    private long nanos;

    Waiting(FileChannel file) {
      this.file = file;
    }
  }

  /**
   * Reads nothing yet.
   *
   * @param tasks {@code /proc/<pid>/task}
   * @param counted accepts names of threads, which Linux cuts to 15 characters
   */
  ThreadWaits(Path tasks, Predicate<String> counted) {
    this.tasks = tasks;
    this.counted = counted;
  }

  /** Looks for new threads, whose waits count from now on. */
  void findThreads() throws IOException {
    Set<String> present = new HashSet<>();
    if (Files.isDirectory(tasks)) {
      try (Stream<Path> folders = Files.list(tasks)) {
        folders.forEach(folder -> present.add(folder.getFileName().toString()));
      }
    }
    others.retainAll(present);
    List<String> added = new ArrayList<>(present);
    added.removeAll(threads.keySet());
    added.removeAll(others);
    for (String thread : added) {
      add(thread);
    }
  }

  /** Number of counted threads. */
  int threads() {
    return threads.size();
  }

  /** The waits since the last call; forgets threads that have ended. */
  Waited next() throws IOException {
    long longest = 0;
    long sum = 0;
    Iterator<Waiting> each = threads.values().iterator();
    while (each.hasNext()) {
      Waiting thread = each.next();
      long before = thread.nanos;
      if (read(thread)) {
        longest = Math.max(longest, thread.nanos - before);
        sum += thread.nanos - before;
      } else {
        thread.file.close();
        each.remove();
      }
    }
    return new Waited(longest, sum);
  }

  @Override
  public void close() throws IOException {
    for (Waiting thread : threads.values()) {
      thread.file.close();
    }
    threads.clear();
  }

  private void add(String thread) throws IOException {
    Path folder = tasks.resolve(thread);
    try {
      if (!counted.test(Files.readString(folder.resolve("comm")).trim())) {
        others.add(thread);
        return;
      }
      Waiting waiting = new Waiting(FileChannel.open(folder.resolve("schedstat")));
      if (read(waiting)) {
        threads.put(thread, waiting);
      } else {
        waiting.file.close();
      }
    } catch (IOException e) {
      LOG.debug("thread has ended, or the kernel has no schedstat thread={}", folder, e);
    }
  }

  /** Whether the thread could be read; a thread that has ended cannot. */
  private boolean read(Waiting thread) {
    buffer.clear();
    try {
      if (thread.file.read(buffer, 0) <= 0) {
        return false;
      }
    } catch (IOException e) {
      LOG.debug("thread has ended", e);
      return false;
    }
    buffer.flip();
    thread.nanos = parse(StandardCharsets.US_ASCII.decode(buffer).toString());
    return true;
  }

  /** The wait in a line such as {@code 68724 54859 2}: time on a CPU, wait, number of slices. */
  static long parse(String line) {
    String[] fields = line.trim().split(" ", -1);
    return Long.parseLong(fields[1]);
  }
}
