// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import com.sun.management.UnixOperatingSystemMXBean;
import io.lighter.testing.cluster.JmxAttach;
import java.io.Closeable;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;

/**
 * Reads the resources of one process from its JVM and the operating system. Confined to one thread.
 */
final class ResourceProbe implements Closeable {
  private static final double MB = 1024 * 1024;
  private static final double KB_PER_MB = 1024;
  private static final String RESIDENT = "VmRSS:";

  private final long pid;
  private final JMXConnector connector;
  private final MemoryMXBean memory;
  private final BufferPoolMXBean direct;
  private final ThreadMXBean threads;
  private final UnixOperatingSystemMXBean system;

  private ResourceProbe(long pid, JMXConnector connector) throws IOException {
    this.pid = pid;
    this.connector = connector;
    this.memory = bean(ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    this.direct = bean("java.nio:type=BufferPool,name=direct", BufferPoolMXBean.class);
    this.threads = bean(ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    this.system =
        bean(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, UnixOperatingSystemMXBean.class);
  }

  static ResourceProbe attach(long pid) throws IOException {
    JMXConnector connector = JmxAttach.connect(pid);
    try {
      return new ResourceProbe(pid, connector);
    } catch (IOException e) {
      connector.close();
      throw e;
    }
  }

  private <T extends java.lang.management.PlatformManagedObject> T bean(String name, Class<T> type)
      throws IOException {
    MBeanServerConnection server = connector.getMBeanServerConnection();
    return ManagementFactory.newPlatformMXBeanProxy(server, name, type);
  }

  long pid() {
    return pid;
  }

  /**
   * The values now.
   *
   * @throws IOException if the process is gone
   */
  Map<Gauge, Double> read() throws IOException {
    Map<Gauge, Double> values = new EnumMap<>(Gauge.class);
    try {
      values.put(Gauge.HEAP, heapMb());
      values.put(Gauge.DIRECT, direct.getMemoryUsed() / MB);
      values.put(Gauge.THREADS, (double) threads.getThreadCount());
      values.put(Gauge.DESCRIPTORS, (double) system.getOpenFileDescriptorCount());
    } catch (UndeclaredThrowableException e) {
      throw gone(e);
    }
    values.put(Gauge.RESIDENT, residentMb());
    return values;
  }

  /**
   * The values after a full collection, which stops the process for as long as it takes.
   *
   * @throws IOException if the process is gone
   */
  Map<Gauge, Double> readCollected() throws IOException {
    try {
      memory.gc();
      return Map.of(Gauge.LIVE_HEAP, heapMb());
    } catch (UndeclaredThrowableException e) {
      throw gone(e);
    }
  }

  private double heapMb() {
    return memory.getHeapMemoryUsage().getUsed() / MB;
  }

  private IOException gone(UndeclaredThrowableException e) {
    return new IOException("process %d does not answer".formatted(pid), e);
  }

  private double residentMb() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith(RESIDENT)) {
        return Long.parseLong(line.replaceAll("\\D", "")) / KB_PER_MB;
      }
    }
    throw new IOException("process %d has no memory any more".formatted(pid));
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
