// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.cli.EngineSettings;
import io.lighter.cli.SiteEngine;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
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

  /** A change that begins with the table as it is; empty if nothing has to change. */
  @FunctionalInterface
  private interface Change {
    Optional<TableDescriptor> of(EngineSettings settings) throws IOException;
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    if (isEnabled(admin)) { // else the way back has failed before
      if (engine == EngineName.FOREST && isLong) {
        alter(admin, settings -> settings.enable(EngineName.RANGE));
        context().pause(random(), AWAY);
      }
      isLong = !isLong;
      alter(admin, settings -> Optional.of(settings.disable()));
      context().pause(random(), AWAY);
    }
    alter(admin, settings -> settings.enable(engine));
    return Tally.Event.ENGINE_CHANGE;
  }

  private boolean isEnabled(Admin admin) throws IOException {
    TableDescriptor table = admin.getDescriptor(context().table());
    return table.getValue(LighterOption.ENGINE_PREVIOUS.key()) != null;
  }

  private void alter(Admin admin, Change change) throws Exception {
    context()
        .disturbances()
        .regionChanges()
        .during(
            () -> {
              TableDescriptor before = admin.getDescriptor(context().table());
              Optional<TableDescriptor> after =
                  change.of(
                      new EngineSettings(context().configuration(), before, SiteEngine.UNKNOWN));
              if (after.isPresent()) {
                await(admin.modifyTableAsync(after.get()));
              }
              return after;
            });
    context().forgetLocations();
  }
}
