package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a cluster is well again: every process has its session, a manager leads, every store
 * is compacted, nothing is left over. Does meanwhile what an operator's tools would. Used once, by
 * one thread.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** After which a compaction that nobody does is asked for again. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final LocalCluster cluster;
  private final ChaosTables tables;
  private final Restarts restarts;
  private final Optional<Absent> absent;
  private OptionalLong forgottenSince = OptionalLong.empty();
  private boolean hasForgotten;

  /** What is still missing. */
  private String state = "nothing is known";

  /**
   * Whom the cluster has to do without.
   *
   * @param answers whether it goes on, if only slowly or wrongly
   */
  record Absent(ProcessName name, boolean answers) {}

  /**
   * A recovery that begins.
   *
   * @param absent stays as it is
   */
  Recovery(LocalCluster cluster, ChaosTables tables, Restarts restarts, Optional<Absent> absent) {
    this.cluster = cluster;
    this.tables = tables;
    this.restarts = restarts;
    this.absent = absent;
  }

  /** Returns when all is well, or what is not after the time limit; that it was late, too. */
  Optional<String> await(Duration limit) {
    long start = System.nanoTime();
    try {
      Await.until("recovery", limit, this::isWell);
      return System.nanoTime() - start <= limit.toNanos()
          ? Optional.empty()
          : Optional.of("it was only then");
    } catch (IOException e) {
      LOG.warn("Not well: {}", state, e);
      return Optional.of(state);
    }
  }

  /**
   * Whether a compaction that was asked for was given up by all, and asked for again. HBase forgets
   * those of a region server that dies; no other death excuses it.
   */
  boolean hasForgotten() {
    return hasForgotten;
  }

  private boolean isWell() {
    try {
      restarts.restartTheDead(absent.map(Absent::name));
      return haveSessions() && haveJoined() && isCompacted() && hasNothingLeft() && isLed();
    } catch (IOException e) {
      LOG.info("No answer yet", e);
      state = "no answer: " + e;
      return false;
    }
  }

  /** One that has lost its session serves reads until it notices, and then ends. */
  private boolean haveSessions() throws IOException {
    long alive = aliveWithoutAbsent(Role.REGION_SERVER);
    boolean victimLives =
        absent
            .map(Absent::name)
            .filter(name -> name.role() == Role.REGION_SERVER && cluster.isAlive(name))
            .isPresent();
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

  /** Lighter's processes that are alive; the session of a dead one may still be there. */
  private boolean haveJoined() throws IOException {
    for (Role role : List.of(Role.MANAGER, Role.COMPACTION_SERVER)) {
      long alive = aliveWithoutAbsent(role);
      int registered = cluster.registered(role);
      if (registered < alive) {
        state = "%d %ss are alive, %d are registered".formatted(alive, role.label(), registered);
        return false;
      }
    }
    return true;
  }

  private long aliveWithoutAbsent(Role role) {
    Optional<ProcessName> away = absent.map(Absent::name);
    return cluster.processNames().stream()
        .filter(name -> name.role() == role && cluster.isAlive(name))
        .filter(name -> !away.equals(Optional.of(name)))
        .count();
  }

  /** One manager leads, and not the one that does not answer. */
  private boolean isLed() throws IOException {
    List<ProcessName> leaders = new ArrayList<>();
    for (ProcessName name : cluster.processNames()) {
      boolean isAway = absent.isPresent() && absent.get().equals(new Absent(name, false));
      if (name.role() == Role.MANAGER
          && cluster.isAlive(name)
          && !isAway
          && Victims.leads(cluster, name)) {
        leaders.add(name);
      }
    }
    state = "leading managers: " + leaders;
    return leaders.size() == 1;
  }

  private boolean isCompacted() throws IOException {
    ChaosTables.State compaction = tables.state();
    state = "compactions are " + compaction;
    if (compaction != ChaosTables.State.FORGOTTEN) {
      forgottenSince = OptionalLong.empty();
    } else if (forgottenSince.isEmpty()) {
      forgottenSince = OptionalLong.of(System.nanoTime());
    } else if (System.nanoTime() - forgottenSince.getAsLong() > ASK_AGAIN.toNanos()) {
      forgottenSince = OptionalLong.empty();
      hasForgotten = true;
      tables.compact();
    }
    return compaction == ChaosTables.State.COMPACTED;
  }

  private boolean hasNothingLeft() throws IOException {
    List<Path> left = tables.leftOver();
    state = "left over: " + left;
    return left.isEmpty();
  }
}
