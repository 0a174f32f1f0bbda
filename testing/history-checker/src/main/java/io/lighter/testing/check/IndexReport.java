// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Activity and result of a check of an indexed table.
 *
 * @param check counts and violations; the compactions are those of the data table
 * @param ofIndexes compactions of the index tables
 * @param stalePerLookup entries per lookup that the client dropped, because the row's key had
 *     changed; without the lookups of the final comparison
 * @param entries entries of the indexes in the end
 */
record IndexReport(
    CheckReport check,
    CompactionCounts ofIndexes,
    double stalePerLookup,
    IndexFinalCheck.Entries entries) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  /** Three decimal places. */
  private static final double ROUNDING = 1_000;

  long count(Tally.Event event) {
    return check.count(event);
  }

  /** Whether there was activity without violations or failed lookups. */
  boolean passed() {
    return check.violationCount() == 0
        && count(Tally.Event.READ_FAILED) == 0
        && count(Tally.Event.WRITE) > 0
        && lookups() > 0
        && count(Tally.Event.JUDGED) > 0
        && check.compactions().offloaded() > 0;
  }

  private long lookups() {
    return count(Tally.Event.LOOKUP) + count(Tally.Event.ASYNC_LOOKUP);
  }

  String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("seed", check.seed());
    json.addProperty("seconds", check.took().toSeconds());
    json.addProperty("lookups", lookups());
    json.addProperty("lookups_blocking", count(Tally.Event.LOOKUP));
    json.addProperty("lookups_asynchronous", count(Tally.Event.ASYNC_LOOKUP));
    json.addProperty("judgements", count(Tally.Event.JUDGED));
    json.addProperty("stale_entries_per_lookup", Math.round(ROUNDING * stalePerLookup) / ROUNDING);
    json.addProperty("writes", count(Tally.Event.WRITE));
    json.addProperty("writes_contended", count(Tally.Event.CONTENDED_WRITE));
    json.addProperty("writes_of_unknown_outcome", count(Tally.Event.WRITE_FAILED));
    json.addProperty("rows_retired", count(Tally.Event.RETIRED));
    json.addProperty("entries", entries.entries());
    json.addProperty("entries_stale", entries.stale());
    json.addProperty("entries_collected", entries.collected());
    json.addProperty("compactions_offloaded", check.compactions().offloaded());
    json.addProperty("compactions_local", check.compactions().local());
    json.addProperty("index_compactions_offloaded", ofIndexes.offloaded());
    json.addProperty("index_compactions_local", ofIndexes.local());
    json.addProperty("flushes", count(Tally.Event.FLUSH));
    json.addProperty("moves", count(Tally.Event.MOVE));
    json.addProperty("splits", count(Tally.Event.SPLIT));
    json.addProperty("merges", count(Tally.Event.MERGE));
    json.addProperty("kills", count(Tally.Event.KILL));
    json.addProperty("switched_off", count(Tally.Event.SWITCH));
    json.addProperty("refused_requests", count(Tally.Event.REFUSED));
    json.addProperty("stale_locations", count(Tally.Event.LOCATION_STALE));
    json.addProperty("failed_lookups", count(Tally.Event.READ_FAILED));
    check.firstFailure().ifPresent(failure -> json.addProperty("first_failure", failure));
    json.addProperty("violations", check.violationCount());
    json.addProperty("rows_missing", count(Tally.Event.ROW_MISSING));
    json.addProperty("rows_foreign", count(Tally.Event.ROW_FOREIGN));
    json.addProperty("entries_lost", count(Tally.Event.ENTRY_LOST));
    JsonArray details = new JsonArray();
    check.violations().forEach(violation -> details.add(CheckReport.json(violation)));
    json.add("violation_details", details);
    return GSON.toJson(json) + System.lineSeparator();
  }

  /** The report as text, with one line per detailed violation. */
  String toText() {
    StringBuilder text =
        new StringBuilder(
            """
            %d lookups (%d blocking, %d asynchronous), %d judgements, in %d s (seed %d); %.3f stale entries met per lookup
            %d changes of rows with one writer, %d of contended rows, %d of unknown outcome; %d rows retired
            %d compactions offloaded, %d local, of index tables %d and %d; %d flushes, %d moves, %d splits, %d merges, %d region servers killed, switched off %d times
            %d requests refused, %d lookups lost to a stale or missing location, %d lookups failed
            %d entries in the end, %d of them stale; the last compactions took %d
            violations: %d; %d rows missing, %d foreign, %d entries lost
            """
                .formatted(
                    lookups(),
                    count(Tally.Event.LOOKUP),
                    count(Tally.Event.ASYNC_LOOKUP),
                    count(Tally.Event.JUDGED),
                    check.took().toSeconds(),
                    check.seed(),
                    stalePerLookup,
                    count(Tally.Event.WRITE),
                    count(Tally.Event.CONTENDED_WRITE),
                    count(Tally.Event.WRITE_FAILED),
                    count(Tally.Event.RETIRED),
                    check.compactions().offloaded(),
                    check.compactions().local(),
                    ofIndexes.offloaded(),
                    ofIndexes.local(),
                    count(Tally.Event.FLUSH),
                    count(Tally.Event.MOVE),
                    count(Tally.Event.SPLIT),
                    count(Tally.Event.MERGE),
                    count(Tally.Event.KILL),
                    count(Tally.Event.SWITCH),
                    count(Tally.Event.REFUSED),
                    count(Tally.Event.LOCATION_STALE),
                    count(Tally.Event.READ_FAILED),
                    entries.entries(),
                    entries.stale(),
                    entries.collected(),
                    check.violationCount(),
                    count(Tally.Event.ROW_MISSING),
                    count(Tally.Event.ROW_FOREIGN),
                    count(Tally.Event.ENTRY_LOST)));
    check
        .violations()
        .forEach(violation -> text.append("  ").append(violation.describe()).append('\n'));
    check
        .firstFailure()
        .flatMap(failure -> failure.lines().findFirst()) // the rest is a server's stack
        .ifPresent(failure -> text.append("first failure: ").append(failure).append('\n'));
    return text.toString();
  }
}
