// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs two processes on one host, one after the other; the namespace of the first one may outlive
 * its process.
 */
final class VirtualHostsProbe {
  private static final List<String> COMMAND = List.of("sleep", "60");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private VirtualHostsProbe() {}

  /** Prints whether the host is reachable, and the bridge's links to hosts. */
  public static void main(String[] args) throws Exception {
    VirtualHosts hosts = new VirtualHosts();
    String address = VirtualHosts.address(1, 1);
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        Process process = new ProcessBuilder(hosts.wrap(address, COMMAND)).inheritIO().start();
        processes.add(process);
        hosts.connect(address, process.pid());
        awaitReachable(hosts, address);
      }
      System.out.println("reached, links: " + links());
      hosts.partition(address);
      System.out.println("cut off, reached: " + hosts.isReachable(address));
      hosts.rejoin(address);
      awaitReachable(hosts, address);
      System.out.println("reached again");
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static void awaitReachable(VirtualHosts hosts, String address) throws IOException {
    Await.until(address, TIMEOUT, () -> hosts.isReachable(address));
  }

  private static List<String> links() throws Exception {
    Process process = new ProcessBuilder("ip", "-br", "link", "show", "type", "veth").start();
    try (var lines = process.inputReader()) {
      return lines.lines().map(line -> line.substring(0, line.indexOf('@'))).toList();
    }
  }
}
