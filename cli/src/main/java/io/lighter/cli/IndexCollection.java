// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Units;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.spec.Cleanup;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * What the manager says of the rounds that collect an index's stale entries.
 *
 * @param round its record; empty if it has none, or if no manager answers
 * @param problem why no manager tells of the index; empty if one does
 */
record IndexCollection(Optional<IndexRound> round, Optional<String> problem) {
  /** Whether an index leaves its superseded entries to compactions, which rounds start. */
  static boolean concerns(IndexInfo index) {
    try {
      return index
          .definition()
          .map(text -> IndexSpec.parse(index.name(), text))
          .filter(spec -> spec.cleanup() == Cleanup.COMPACTION)
          .isPresent();
    } catch (IndexSpecException e) {
      return false; // the status says what is wrong
    }
  }

  static IndexCollection of(ClusterStatus status, TableName indexTable) {
    if (status instanceof ClusterStatus.Managed managed) {
      Optional<IndexRound> round =
          managed.response().getIndexRoundList().stream()
              .filter(each -> each.getIndexTable().equals(indexTable.getNameAsString()))
              .findFirst();
      return new IndexCollection(
          round,
          round.isPresent()
              ? Optional.empty()
              : Optional.of("the manager has not read the index yet"));
    }
    ClusterStatus.Unmanaged unmanaged = (ClusterStatus.Unmanaged) status;
    return new IndexCollection(Optional.empty(), Optional.of(unmanaged.problem()));
  }

  /** Lines with line feeds. */
  String text() {
    if (round.isEmpty()) {
      return "collection: not known: %s%n".formatted(problem.orElse(""));
    }
    IndexRound known = round.get();
    StringBuilder text = new StringBuilder("collection: ");
    text.append(known.hasId() ? last(known) : "no round has completed").append('\n');
    if (known.hasRunningId()) {
      text.append(
          "round %s: compacts the %s, %d of %s%n"
              .formatted(
                  known.getRunningId(),
                  known.getCompactingIndex() ? "index" : "data",
                  known.getRegionsDone(),
                  EngineReport.count(known.getRegions(), "region")));
    } else if (known.hasProblem()) {
      text.append("no round: %s%n".formatted(known.getProblem()));
    }
    return text.toString();
  }

  private static String last(IndexRound round) {
    Instant ended = Instant.ofEpochMilli(round.getEndedMs()).truncatedTo(ChronoUnit.SECONDS);
    String sizes =
        round.hasBytesBefore()
            ? ", %s to %s"
                .formatted(Units.bytes(round.getBytesBefore()), Units.bytes(round.getBytesAfter()))
            : "";
    return "%s at %s%s".formatted(round.getId(), ended, sizes);
  }

  JsonObject json() {
    JsonObject json = new JsonObject();
    IndexRound known = round.orElse(IndexRound.getDefaultInstance());
    json.addProperty("last", known.hasId() ? known.getId() : null);
    json.addProperty("ended_ms", known.hasEndedMs() ? known.getEndedMs() : null);
    json.addProperty("bytes_before", known.hasBytesBefore() ? known.getBytesBefore() : null);
    json.addProperty("bytes_after", known.hasBytesAfter() ? known.getBytesAfter() : null);
    json.addProperty("running", known.hasRunningId() ? known.getRunningId() : null);
    json.addProperty("compacting_index", known.getCompactingIndex());
    json.addProperty("regions_done", known.getRegionsDone());
    json.addProperty("regions", known.getRegions());
    json.addProperty("problem", known.hasProblem() ? known.getProblem() : problem.orElse(null));
    return json;
  }
}
