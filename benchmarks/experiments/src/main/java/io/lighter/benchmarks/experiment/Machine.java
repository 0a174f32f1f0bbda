// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.util.VersionInfo;

/** Properties of this machine that influence results. */
public final class Machine {
  /**
   * Name of a property of a local cluster: whether its data nodes have loaded Hadoop's native
   * library.
   */
  public static final String NATIVE_LIBRARY = "hadoop_native_library";

  /** Name of a property of Lighter: the checksum of its {@link Build}. */
  public static final String BUILD = "build";

  private Machine() {}

  /** Properties by name. A JVM limited to some CPUs sees only those. */
  public static Map<String, Object> describe() {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpus", Runtime.getRuntime().availableProcessors());
    machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("arch", System.getProperty("os.arch"));
    machine.put("java", Runtime.version().toString());
    machine.put("hbase", VersionInfo.getVersion());
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      machine.put("memory_mb", system.getTotalMemorySize() >> 20);
    }
    return machine;
  }
}
