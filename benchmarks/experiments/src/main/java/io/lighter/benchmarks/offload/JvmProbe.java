// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import com.sun.management.ThreadMXBean;
import io.lighter.testing.cluster.JmxAttach;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;

/** Reads the resource use of another JVM on this machine, without options on its command line. */
final class JvmProbe implements Closeable {
  /** HotSpot's thread names, cut to Linux's 15 characters. */
  private static final Pattern COMPILER_THREAD = Pattern.compile("C[12] CompilerThre.*");

  private final JMXConnector connector;
  private final ProcessHandle process;
  private final ThreadMXBean threads;

  /**
   * Resource use of a JVM since its start.
   *
   * @param cpuNanos CPU time of all threads, in Linux's steps of 10 ms
   * @param compilerNanos part of {@code cpuNanos} for just-in-time compilers, which depends on the
   *     age of the JVM
   * @param allocatedBytes heap allocated by live threads
   */
  record Spent(long cpuNanos, long compilerNanos, long allocatedBytes) {
    Spent minus(Spent earlier) {
      return new Spent(
          cpuNanos - earlier.cpuNanos,
          compilerNanos - earlier.compilerNanos,
          allocatedBytes - earlier.allocatedBytes);
    }
  }

  private JvmProbe(ProcessHandle process, JMXConnector connector) throws IOException {
    MBeanServerConnection beans = connector.getMBeanServerConnection();
    this.process = process;
    this.connector = connector;
    this.threads =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  /** Attaches to a JVM of the same user. */
  static JvmProbe attach(long pid) throws IOException {
    return new JvmProbe(ProcessHandle.of(pid).orElseThrow(), JmxAttach.connect(pid));
  }

  /** Reads before a measurement, with CPU last, because reading memory costs CPU. */
  Spent before() throws IOException {
    long allocated = allocatedBytes();
    long compilers = compilerNanos();
    return new Spent(cpuNanos(), compilers, allocated);
  }

  /** Reads after a measurement, with CPU first. */
  Spent after() throws IOException {
    long cpu = cpuNanos();
    long compilers = compilerNanos();
    return new Spent(cpu, compilers, allocatedBytes());
  }

  /** CPU time from the operating system, at no cost for the JVM. */
  private long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** CPU time of compiler threads from Linux. */
  private long compilerNanos() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      return tasks.filter(JvmProbe::isCompiler).mapToLong(JvmProbe::nanosOnCpu).sum();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isCompiler(Path task) {
    return COMPILER_THREAD.matcher(read(task, "comm")).matches();
  }

  /** The first figure of {@code schedstat} (proc(5)). */
  private static long nanosOnCpu(Path task) {
    String stat = read(task, "schedstat");
    return stat.isEmpty() ? 0 : Long.parseLong(stat.substring(0, stat.indexOf(' ')));
  }

  /** Content of a file; empty if the thread has just ended. */
  private static String read(Path task, String file) {
    try {
      return Files.readString(task.resolve(file)).strip();
    } catch (IOException e) {
      if (Files.notExists(task)) {
        return "";
      }
      throw new UncheckedIOException(e);
    }
  }

  private long allocatedBytes() {
    long[] allocated = threads.getThreadAllocatedBytes(threads.getAllThreadIds());
    // -1 marks a thread that has just ended.
    return Arrays.stream(allocated).filter(bytes -> bytes > 0).sum();
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
