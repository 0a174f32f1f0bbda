// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Migrates the table from one store file tracker to the other and back, through the tracker {@code
 * MIGRATION}, as HBase requires. The table keeps that tracker for a while, and each step reopens
 * all regions.
 */
final class TrackerDisturber extends Disturber {
  private static final String TRACKER = "hbase.store.file-tracker.impl";
  private static final String SOURCE = "hbase.store.file-tracker.migration.src.impl";
  private static final String DESTINATION = "hbase.store.file-tracker.migration.dst.impl";

  private static final List<Map<String, String>> STEPS =
      List.of(
          Map.of(TRACKER, "MIGRATION", SOURCE, "DEFAULT", DESTINATION, "FILE"),
          Map.of(TRACKER, "FILE"),
          Map.of(TRACKER, "MIGRATION", SOURCE, "FILE", DESTINATION, "DEFAULT"),
          Map.of(TRACKER, "DEFAULT"));

  /** Number of the first {@link #STEPS} that lead to {@code FILE}. */
  private static final int STEPS_THERE = 2;

  /** Index into {@link #STEPS}; the table begins after the last step. */
  private int next;

  TrackerDisturber(CheckContext context, RandomGenerator random) {
    super(context, random, context.settings().load().trackerPause());
  }

  @Override
  boolean isOver() {
    return next >= STEPS_THERE
        && context().settings().shape().migration() == TableShape.Migration.ONE_WAY;
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    Map<String, String> step = STEPS.get(next);
    alter(
        admin,
        before ->
            has(before, step) // a failed attempt may have worked
                ? Optional.empty()
                : Optional.of(with(before, step)));
    next = (next + 1) % STEPS.size();
    return Tally.Event.TRACKER_STEP;
  }

  private static boolean has(TableDescriptor table, Map<String, String> step) {
    return step.entrySet().stream()
        .allMatch(property -> property.getValue().equals(table.getValue(property.getKey())));
  }

  private static TableDescriptor with(TableDescriptor table, Map<String, String> step) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    for (String key : List.of(TRACKER, SOURCE, DESTINATION)) {
      if (step.containsKey(key)) {
        builder.setValue(key, step.get(key));
      } else {
        builder.removeValue(key);
      }
    }
    return builder.build();
  }
}
