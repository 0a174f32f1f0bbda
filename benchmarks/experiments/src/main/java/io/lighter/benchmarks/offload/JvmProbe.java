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

/** Reads what another JVM of this machine has spent, without a change to its command line. */
final class JvmProbe implements Closeable {
  /** HotSpot's names, as far as Linux keeps them: 15 characters. */
  private static final Pattern COMPILER_THREAD = Pattern.compile("C[12] CompilerThre.*");

  private final JMXConnector connector;
  private final ProcessHandle process;
  private final ThreadMXBean threads;

  /**
   * What a JVM has spent since its start.
   *
   * @param cpuNanos of all its threads; Linux tells it in steps of 10 ms
   * @param compilerNanos of {@code cpuNanos}, what its just-in-time compilers have taken: it
   *     belongs to the age of the JVM, and not to what it does
   * @param allocatedBytes on the heap, by the threads that live
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

  /** Before something is measured: asking for memory costs CPU, so CPU is read last. */
  Spent before() throws IOException {
    long allocated = allocatedBytes();
    long compilers = compilerNanos();
    return new Spent(cpuNanos(), compilers, allocated);
  }

  /** After it: CPU is read first. */
  Spent after() throws IOException {
    long cpu = cpuNanos();
    long compilers = compilerNanos();
    return new Spent(cpu, compilers, allocatedBytes());
  }

  /** From the operating system: the JVM has nothing to do for it. */
  private long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** From Linux, by its threads. */
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

  /** Nothing if the thread has just ended. */
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
    // -1 stands for a thread that has just ended.
    return Arrays.stream(allocated).filter(bytes -> bytes > 0).sum();
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
