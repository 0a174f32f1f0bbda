package io.lighter.benchmarks.experiment;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.util.VersionInfo;

/** What the results depend on, of this machine. */
public final class Machine {
  private Machine() {}

  /** By name; a JVM that was put on some CPUs sees no others. */
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
