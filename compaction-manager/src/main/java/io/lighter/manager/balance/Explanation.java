// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * The input, the moves and the reason of a round.
 *
 * @param atMillis milliseconds since 1970 of the last of these rounds
 * @param rounds number of consecutive rounds with the same result and no move
 * @param reason one clause, for people
 * @param servers servers of the group, by name
 */
public record Explanation(
    String group,
    long atMillis,
    int rounds,
    Verdict verdict,
    String reason,
    List<Seen> servers,
    List<Move> moves) {

  /** A server's role in a round. */
  public enum State {
    /** At or above {@code start}, until below {@code stop}: may give slots. */
    LOADED,
    /** Below {@code stop}: may take slots. */
    IDLE,
    /** Neither loaded nor idle. */
    BETWEEN,
    /** Has not reported for long enough. */
    NOT_MEASURED,
    /** Its last report is too old. */
    STALE,
    /** Takes no new jobs; another package moves its slots. */
    DRAINING;

    /** The name in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A server in a round.
   *
   * @param pressure 1 is full
   * @param slots slots that the server owned before the round
   * @param demand input of new jobs in its slots, bytes per minute
   * @param compacted compacted bytes per minute
   * @param memory used part of the memory, 0 to 1
   * @param cpu load of the CPU, 0 to 1; negative if unknown
   */
  public record Seen(
      ServerName server,
      State state,
      double pressure,
      int slots,
      double demand,
      double compacted,
      long expectedWaitMs,
      double memory,
      double cpu,
      int running,
      int queued) {}

  /**
   * A move of a slot from one server to another.
   *
   * @param demand bytes per minute
   * @param lastRegion {@code TABLE,REGION} of its last job
   */
  public record Move(
      int slot,
      ServerName from,
      ServerName to,
      double demand,
      int regions,
      Optional<String> lastRegion) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "slot %d (%d regions, %.1f MB/min%s): %s -> %s",
          slot,
          regions,
          demand / (1 << 20),
          lastRegion.map(region -> ", last " + region).orElse(""),
          from,
          to);
    }
  }

  /** Copies the lists. */
  public Explanation {
    servers = List.copyOf(servers);
    moves = List.copyOf(moves);
  }

  /** Whether {@code next} differs in its loads only. */
  boolean isRepeatedBy(Explanation next) {
    return moves.isEmpty() && next.moves.isEmpty() && verdict == next.verdict;
  }

  Explanation withRounds(int count) {
    return new Explanation(group, atMillis, count, verdict, reason, servers, moves);
  }
}
