// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Activity and result of a check.
 *
 * @param seed seed of the check
 * @param took duration of writing and reading
 * @param counts counts of all events
 * @param compactions compactions of the checked table
 * @param violationCount number of all violations
 * @param violations the first {@value Model#MAX_DETAILS}
 * @param firstFailure first failure of a read or a write, if any
 */
record CheckReport(
    long seed,
    Duration took,
    Map<Tally.Event, Long> counts,
    CompactionCounts compactions,
    long violationCount,
    List<Violation> violations,
    Optional<String> firstFailure) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double SECONDS_PER_MINUTE = 60;

  CheckReport {
    counts = Map.copyOf(counts);
    violations = List.copyOf(violations);
  }

  /** The combined report of two concurrent checks with one seed. */
  CheckReport plus(CheckReport other) {
    Map<Tally.Event, Long> sums = new EnumMap<>(Tally.Event.class);
    for (Tally.Event event : Tally.Event.values()) {
      sums.put(event, count(event) + other.count(event));
    }
    return new CheckReport(
        seed,
        took.compareTo(other.took) > 0 ? took : other.took,
        sums,
        compactions.plus(other.compactions),
        violationCount + other.violationCount,
        Stream.concat(violations.stream(), other.violations.stream()).toList(),
        firstFailure.or(() -> other.firstFailure));
  }

  long count(Tally.Event event) {
    return counts.get(event);
  }

  /** Whether there was activity without violations or failed reads. */
  boolean passed() {
    return violationCount == 0
        && count(Tally.Event.READ_FAILED) == 0
        && count(Tally.Event.ROW_CHECKED) > 0
        && compactions.offloaded() > 0;
  }

  String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("seed", seed);
    json.addProperty("minutes", Math.round(took.toSeconds() / SECONDS_PER_MINUTE * 100) / 100.0);
    json.addProperty("reads", count(Tally.Event.GET) + count(Tally.Event.SCAN));
    json.addProperty("rows_checked", count(Tally.Event.ROW_CHECKED));
    json.addProperty("writes", count(Tally.Event.WRITE));
    json.addProperty("increments", count(Tally.Event.INCREMENT));
    json.addProperty("compare_and_sets", count(Tally.Event.COMPARE_AND_SET));
    json.addProperty("compare_and_sets_refused", count(Tally.Event.COMPARE_AND_SET_REFUSED));
    json.addProperty("linked_rows", count(Tally.Event.LINK));
    json.addProperty("linked_rows_read", count(Tally.Event.LINK_READ));
    json.addProperty("compactions", compactions.offloaded() + compactions.local());
    json.addProperty("compactions_offloaded", compactions.offloaded());
    json.addProperty("compactions_local", compactions.local());
    json.addProperty("warmups", compactions.warmups());
    json.addProperty("warmups_ended_early", compactions.warmupsEnded());
    json.addProperty("splits", count(Tally.Event.SPLIT));
    json.addProperty("merges", count(Tally.Event.MERGE));
    json.addProperty("moves", count(Tally.Event.MOVE));
    json.addProperty("flushes", count(Tally.Event.FLUSH));
    json.addProperty("bulk_loads", count(Tally.Event.BULK_LOAD));
    json.addProperty("snapshots", count(Tally.Event.SNAPSHOT));
    json.addProperty("snapshots_verified", count(Tally.Event.CLONE));
    json.addProperty("switched_off", count(Tally.Event.SWITCH));
    json.addProperty("tracker_steps", count(Tally.Event.TRACKER_STEP));
    json.addProperty("engine_changes", count(Tally.Event.ENGINE_CHANGE));
    json.addProperty("tier_changes", count(Tally.Event.TIER_CHANGE));
    json.addProperty("policy_changes", count(Tally.Event.POLICY_CHANGE));
    json.addProperty("volume_fills", count(Tally.Event.VOLUME_FILL));
    json.addProperty("replica_reads", count(Tally.Event.REPLICA_GET));
    json.addProperty("replica_reads_failed", count(Tally.Event.REPLICA_GET_FAILED));
    json.addProperty("refused_requests", count(Tally.Event.REFUSED));
    json.addProperty("scans_cut_short", count(Tally.Event.SCAN_CUT_SHORT));
    json.addProperty("results_shown_early", count(Tally.Event.SHOWN_EARLY));
    json.addProperty("results_maybe_shown_early", count(Tally.Event.MAYBE_EARLY));
    json.addProperty("answers_of_returning_servers", count(Tally.Event.SHOWN_BY_RETURNING_SERVER));
    json.addProperty("stale_locations", count(Tally.Event.LOCATION_STALE));
    json.addProperty("failed_reads", count(Tally.Event.READ_FAILED));
    json.addProperty("repeated_writes", count(Tally.Event.WRITE_FAILED));
    firstFailure.ifPresent(failure -> json.addProperty("first_failure", failure));
    json.addProperty("violations", violationCount);
    JsonArray details = new JsonArray();
    violations.forEach(violation -> details.add(json(violation)));
    json.add("violation_details", details);
    return GSON.toJson(json) + System.lineSeparator();
  }

  static JsonObject json(Violation violation) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", violation.kind().name().toLowerCase(Locale.ROOT));
    json.addProperty("row", violation.row());
    json.addProperty("seen", violation.seen());
    json.addProperty("allowed", violation.allowed());
    json.addProperty("read", violation.read());
    json.addProperty("thread", violation.thread());
    json.addProperty("start_ms", violation.start().toMillis());
    json.addProperty("end_ms", violation.end().toMillis());
    return json;
  }

  /** The report as text, with one line per detailed violation. */
  String toText() {
    StringBuilder text =
        new StringBuilder(
            """
            %d gets and %d scans checked %d rows; %d changes, %d increments, in %d s (seed %d)
            %d compare-and-sets (%d refused); %d linked rows, %d steps from one to another
            %d compactions offloaded, %d local; %d warm-ups, %d more ended early
            %d flushes, %d bulk loads, %d moves, %d splits, %d merges, %d snapshots (%d read), switched off %d times, %d steps between trackers, engine changed and back %d times
            %d gets of secondary replicas, %d more unanswered
            %d requests refused, %d scans cut short, %d results shown early by the lower half of a file (%d more perhaps), %d rows shown by returning region servers, %d reads lost to a stale or missing location, %d reads failed, %d writes repeated
            violations: %d
            """
                .formatted(
                    count(Tally.Event.GET),
                    count(Tally.Event.SCAN),
                    count(Tally.Event.ROW_CHECKED),
                    count(Tally.Event.WRITE),
                    count(Tally.Event.INCREMENT),
                    took.toSeconds(),
                    seed,
                    count(Tally.Event.COMPARE_AND_SET),
                    count(Tally.Event.COMPARE_AND_SET_REFUSED),
                    count(Tally.Event.LINK),
                    count(Tally.Event.LINK_READ),
                    compactions.offloaded(),
                    compactions.local(),
                    compactions.warmups(),
                    compactions.warmupsEnded(),
                    count(Tally.Event.FLUSH),
                    count(Tally.Event.BULK_LOAD),
                    count(Tally.Event.MOVE),
                    count(Tally.Event.SPLIT),
                    count(Tally.Event.MERGE),
                    count(Tally.Event.SNAPSHOT),
                    count(Tally.Event.CLONE),
                    count(Tally.Event.SWITCH),
                    count(Tally.Event.TRACKER_STEP),
                    count(Tally.Event.ENGINE_CHANGE),
                    count(Tally.Event.REPLICA_GET),
                    count(Tally.Event.REPLICA_GET_FAILED),
                    count(Tally.Event.REFUSED),
                    count(Tally.Event.SCAN_CUT_SHORT),
                    count(Tally.Event.SHOWN_EARLY),
                    count(Tally.Event.MAYBE_EARLY),
                    count(Tally.Event.SHOWN_BY_RETURNING_SERVER),
                    count(Tally.Event.LOCATION_STALE),
                    count(Tally.Event.READ_FAILED),
                    count(Tally.Event.WRITE_FAILED),
                    violationCount));
    if (count(Tally.Event.TIER_CHANGE) + count(Tally.Event.VOLUME_FILL) > 0) {
      text.append(
          "%d changes of tiers, storage policies set by hand %d times, SSDs full %d times, files of a slower tier seen %d times\n"
              .formatted(
                  count(Tally.Event.TIER_CHANGE),
                  count(Tally.Event.POLICY_CHANGE),
                  count(Tally.Event.VOLUME_FILL),
                  count(Tally.Event.SLOW_TIER_SEEN)));
    }
    violations.forEach(violation -> text.append("  ").append(violation.describe()).append('\n'));
    firstFailure.ifPresent(failure -> text.append("first failure: ").append(failure).append('\n'));
    return text.toString();
  }
}
