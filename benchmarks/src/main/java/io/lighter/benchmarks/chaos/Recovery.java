package io.lighter.benchmarks.chaos;

import io.lighter.benchmarks.cluster.Await;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.ProcessName;
import io.lighter.benchmarks.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a cluster is well again: every store compacted, nothing left over. Does meanwhile
 * what an operator's tools would. Used once, by one thread.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final LocalCluster cluster;
  private final ChaosTable table;
  private final Optional<ProcessName> away;
  private long askedAt = System.nanoTime();

  /** What is still missing. */
  private String state = "nothing is known";

  /**
   * A recovery that begins.
   *
   * @param away stays dead
   */
  Recovery(LocalCluster cluster, ChaosTable table, Optional<ProcessName> away) {
    this.cluster = cluster;
    this.table = table;
    this.away = away;
  }

  /**
   * Starts again what is dead, as a service manager would: region servers and the master end by
   * themselves when they have lost ZooKeeper or HDFS for too long.
   *
   * @param away stays dead
   */
  static void restartTheDead(LocalCluster cluster, Optional<ProcessName> away) throws IOException {
    List<ProcessName> dead =
        cluster.processNames().stream()
            .filter(name -> !cluster.isAlive(name) && !away.equals(Optional.of(name)))
            .toList();
    if (!dead.isEmpty()) {
      LOG.info("{} have ended by themselves; they are started again", dead);
      cluster.relaunch(dead);
    }
  }

  /** Returns when all is well, or what is not after the time limit. */
  Optional<String> await(Duration limit) {
    try {
      Await.until("recovery", limit, this::isWell);
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("Not well: {}", state, e);
      return Optional.of(state);
    }
  }

  private boolean isWell() {
    try {
      restartTheDead(cluster, away);
      return haveSessions() && isCompacted() && hasNothingLeft();
    } catch (IOException e) {
      LOG.info("No answer yet", e);
      state = "no answer: " + e;
      return false;
    }
  }

  /** One that has lost its session serves reads until it notices, and then ends. */
  private boolean haveSessions() throws IOException {
    long alive =
        cluster.processNames().stream()
            .filter(name -> name.role() == Role.REGION_SERVER && cluster.isAlive(name))
            .filter(name -> !away.equals(Optional.of(name)))
            .count();
    boolean victimLives =
        away.filter(name -> name.role() == Role.REGION_SERVER && cluster.isAlive(name)).isPresent();
    int registered = cluster.registered(Role.REGION_SERVER);
    state = "%d region servers are alive, %d are registered".formatted(alive, registered);
    return haveSessions(alive, victimLives, registered);
  }

  /**
   * Whether region servers have their sessions.
   *
   * @param alive without the victim
   * @param victimLives whether the victim is a region server and has not ended: one that is slowed
   *     down keeps its session, one that is stopped or cut off has it for some seconds
   */
  static boolean haveSessions(long alive, boolean victimLives, int registered) {
    return registered == alive || (victimLives && registered == alive + 1);
  }

  private boolean isCompacted() throws IOException {
    ChaosTable.State compaction = table.state();
    state = "compactions are " + compaction;
    // A request dies with its region server. One that is only late costs a compaction more.
    if (compaction == ChaosTable.State.FORGOTTEN
        && System.nanoTime() - askedAt > ASK_AGAIN.toNanos()) {
      askedAt = System.nanoTime();
      table.compact();
    }
    return compaction == ChaosTable.State.COMPACTED;
  }

  private boolean hasNothingLeft() throws IOException {
    List<Path> left = table.leftOver();
    state = "left over: " + left;
    return left.isEmpty();
  }
}
