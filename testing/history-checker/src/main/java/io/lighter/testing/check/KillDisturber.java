// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Admin;

/** Kills a region server now and then, and starts another one. */
final class KillDisturber extends Disturber {
  private final ServerKiller killer;

  /**
   * Creates a disturber.
   *
   * @param pause mean time between two kills
   */
  KillDisturber(CheckContext context, RandomGenerator random, Duration pause, ServerKiller killer) {
    super(context, random, pause);
    this.killer = killer;
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    Disturbances disturbances = context().disturbances();
    return disturbances
        .regionChanges()
        .during(
            () ->
                disturbances
                    .serverDeaths()
                    .during(
                        () -> {
                          killer.kill(random());
                          return Tally.Event.KILL;
                        }));
  }
}
