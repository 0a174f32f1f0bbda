package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts again what has ended by itself, as a service manager would, and remembers who that was: a
 * process that dies where it should not would be forgiven otherwise. Used by one thread.
 */
final class Restarts {
  private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);

  /** They end by themselves when they have lost ZooKeeper or HDFS for too long. */
  private static final Set<Role> GIVING_UP = EnumSet.of(Role.REGION_SERVER, Role.MASTER);

  private final LocalCluster cluster;
  private final List<ProcessName> ended = new ArrayList<>();

  /** None so far. */
  Restarts(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts again what is dead.
   *
   * @param absent stays dead
   */
  void restartTheDead(Optional<ProcessName> absent) throws IOException {
    List<ProcessName> dead =
        cluster.processNames().stream()
            .filter(name -> !cluster.isAlive(name) && !absent.equals(Optional.of(name)))
            .toList();
    if (!dead.isEmpty()) {
      LOG.info("{} have ended by themselves; they are started again", dead);
      ended.addAll(dead);
      cluster.relaunch(dead);
    }
  }

  /** Who was started again since this was asked last. */
  List<ProcessName> take() {
    List<ProcessName> taken = List.copyOf(ended);
    ended.clear();
    return taken;
  }

  /**
   * Those who should not have ended: none of Lighter's processes ends by itself, whatever happens,
   * and nobody does because one of them is away. Of HBase's, who cannot do without the victim may.
   *
   * @param last victim before this one, if any
   * @param late before the fault, so because of the last one
   * @param now during the fault and after it
   */
  static Set<ProcessName> unexpected(
      Fault fault,
      ProcessName victim,
      Optional<Victim> last,
      List<ProcessName> late,
      List<ProcessName> now) {
    Set<ProcessName> unexpected = new LinkedHashSet<>();
    boolean hasExcuse = last.isPresent() && !last.get().isLighters();
    late.stream().filter(name -> !hasExcuse || isLighters(name)).forEach(unexpected::add);
    now.stream().filter(Restarts::isLighters).forEach(unexpected::add);
    now.stream()
        .filter(name -> fault.victim().isLighters() || !GIVING_UP.contains(name.role()))
        .filter(name -> fault.victim().isLighters() || !name.equals(victim))
        .forEach(unexpected::add);
    return unexpected;
  }

  private static boolean isLighters(ProcessName name) {
    return name.role() == Role.MANAGER || name.role() == Role.COMPACTION_SERVER;
  }
}
