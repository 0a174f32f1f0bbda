// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.cli.EngineSettings;
import io.lighter.cli.SiteEngine;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Gives the live table its earlier engine for a while, and then its own again. A forest becomes
 * ranges for a while before that, every other time. {@link EngineSettings} computes the
 * descriptors, as for {@code lighter engine disable} and {@code enable}. Each change reopens all
 * regions.
 */
final class EngineDisturber extends Disturber {
  private static final Duration AWAY = Duration.ofSeconds(3);

  private final EngineName engine;

  /** Whether the next disturbance has all steps. Used by the disturber's thread alone. */
  private boolean isLong = true;

  /**
   * Creates a disturber.
   *
   * @param engine engine that the table was created with
   */
  EngineDisturber(CheckContext context, RandomGenerator random, EngineName engine) {
    super(context, random, context.settings().load().enginePause());
    this.engine = engine;
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    if (hasOwnEngine(admin)) { // else the way back has failed before
      if (engine == EngineName.FOREST && isLong) {
        alter(admin, before -> settings(before).enable(EngineName.RANGE));
        context().pause(random(), AWAY);
      }
      isLong = !isLong;
      alter(admin, before -> Optional.of(settings(before).disable()));
      context().pause(random(), AWAY);
    }
    alter(admin, before -> settings(before).enable(engine));
    return Tally.Event.ENGINE_CHANGE;
  }

  private EngineSettings settings(TableDescriptor table) {
    return new EngineSettings(context().configuration(), table, SiteEngine.UNKNOWN);
  }
}
