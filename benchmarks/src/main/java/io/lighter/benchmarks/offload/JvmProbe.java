package io.lighter.benchmarks.offload;

import com.sun.management.ThreadMXBean;
import io.lighter.benchmarks.cluster.JmxAttach;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;

/** Reads what another JVM of this machine has spent, without a change to its command line. */
final class JvmProbe implements Closeable {
  private final JMXConnector connector;
  private final ProcessHandle process;
  private final ThreadMXBean threads;

  /**
   * What a JVM has spent since its start.
   *
   * @param cpuNanos of all its threads
   * @param allocatedBytes on the heap, by the threads that live
   */
  record Spent(long cpuNanos, long allocatedBytes) {
    Spent minus(Spent earlier) {
      return new Spent(cpuNanos - earlier.cpuNanos, allocatedBytes - earlier.allocatedBytes);
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
  Spent before() {
    long allocated = allocatedBytes();
    return new Spent(cpuNanos(), allocated);
  }

  /** After it: CPU is read first. */
  Spent after() {
    long cpu = cpuNanos();
    return new Spent(cpu, allocatedBytes());
  }

  /** From the operating system: the JVM has nothing to do for it. */
  private long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
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
