package io.lighter.manager.balance;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * What a round saw, did and why.
 *
 * @param atMillis since 1970, of the last round that this stands for
 * @param rounds one after the other that came to the same and moved nothing
 * @param reason one clause, for people
 * @param servers the group's, by name
 */
public record Explanation(
    String group,
    long atMillis,
    int rounds,
    Verdict verdict,
    String reason,
    List<Seen> servers,
    List<Move> moves) {

  /** How a server takes part in a round. */
  public enum State {
    /** From {@code start} on, until it is below {@code stop}: may give. */
    LOADED,
    /** Below {@code stop}: may take. */
    IDLE,
    /** Neither. */
    BETWEEN,
    /** Has not reported for long enough. */
    NOT_MEASURED,
    /** Its last report is too old. */
    STALE,
    /** Takes nothing new, and its slots are not this package's business. */
    DRAINING;

    /** As it is written in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * A server.
   *
   * @param pressure 1 is full
   * @param slots it owned before the round
   * @param demand input of new jobs in its slots, bytes per minute
   * @param compacted bytes per minute
   * @param memory 0 to 1
   * @param cpu 0 to 1; negative when unknown
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
   * A slot that goes from one server to another.
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

  /** Lists are copied. */
  public Explanation {
    servers = List.copyOf(servers);
    moves = List.copyOf(moves);
  }

  /** Whether {@code next} says nothing new: only its loads are of interest. */
  boolean isRepeatedBy(Explanation next) {
    return moves.isEmpty() && next.moves.isEmpty() && verdict == next.verdict;
  }

  Explanation withRounds(int count) {
    return new Explanation(group, atMillis, count, verdict, reason, servers, moves);
  }
}
