// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import io.lighter.manager.simulate.SimulatedServer.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The minutes of a simulation. Stores the waits of one minute only. */
final class SimulatedCourse {
  private static final double MS_PER_S = 1_000;

  private final List<SimulatedMinute> minutes = new ArrayList<>();
  private final List<Double> waits = new ArrayList<>();

  void ended(Job job) {
    waits.add(Math.max(0, job.startedAt - job.acceptedAt));
  }

  /** Ends a minute. */
  void minute(Collection<SimulatedServer> servers) {
    waits.sort(null);
    double median = waits.isEmpty() ? 0 : waits.get(waits.size() / 2);
    long waiting = servers.stream().mapToLong(SimulatedServer::queued).sum();
    minutes.add(new SimulatedMinute(servers.size(), MS_PER_S * median, waiting, waits.size()));
    waits.clear();
  }

  List<SimulatedMinute> minutes() {
    return List.copyOf(minutes);
  }
}
