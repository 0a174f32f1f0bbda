package io.lighter.regionserver.directory;

import io.lighter.common.config.GroupFallback;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ServerName;

/**
 * Which server is asked next for one compaction: those of the table's group, or, when none of them
 * takes jobs, those of the group that stands in for it. Used by one thread.
 *
 * <p>Two servers are asked. One that answers that it drains does not count, however many do: it is
 * passed over, and before none is left ZooKeeper is read anew, for the answer shows that what was
 * read is out of date.
 */
public final class ServerChoice {
  /** The group that stands in for others. */
  public static final String FALLBACK_GROUP = LighterOption.SERVER_GROUP.defaultValue();

  private static final int ATTEMPTS = 2;

  /** What is known of the servers. */
  interface Servers {
    /**
     * The live servers of a group that take our requests and do not drain, in the order in which to
     * ask them.
     *
     * @throws InterruptedIOException if interrupted before anything was known
     */
    List<ServerName> candidates(String group, String encodedRegionName)
        throws InterruptedIOException;

    /** Whether the group has a live server that drains. */
    boolean anyDrains(String group);

    /** Whether the group has a live server, not draining, that speaks another version. */
    boolean anySpeaksOtherwise(String group);

    /** Brings what is known up to date, within some seconds or not at all. */
    void readAgain() throws InterruptedIOException;
  }

  private final Servers servers;
  private final String group;
  private final GroupFallback fallback;
  private final String region;

  private final Set<ServerName> refusedAsDraining = new HashSet<>();
  private final Set<ServerName> asked = new HashSet<>();
  private boolean outOfDate;
  private boolean fellBack;

  /**
   * Nobody has been asked.
   *
   * @param region encoded name
   */
  public ServerChoice(Servers servers, String group, GroupFallback fallback, String region) {
    this.servers = servers;
    this.group = group;
    this.fallback = fallback;
    this.region = region;
  }

  /** The server to ask now; empty when the compaction has to run here. */
  public Optional<ServerName> next() throws InterruptedIOException {
    Optional<ServerName> next = look();
    if (next.isEmpty() && outOfDate && asked.size() < ATTEMPTS) {
      outOfDate = false;
      servers.readAgain();
      next = look();
    }
    return next;
  }

  /** {@code server} did not do it. */
  public void failed(ServerName server, Next next) {
    switch (next) { // no default: a new action must say who is asked then
      case SERVER_DRAINS -> {
        refusedAsDraining.add(server);
        outOfDate = true;
      }
      case ANOTHER_SERVER -> asked.add(server);
      case LOCAL -> throw new IllegalArgumentException("nobody is asked after " + server);
    }
  }

  /** Whether the last {@link #next} was about the group that stands in. */
  public boolean fellBack() {
    return fellBack;
  }

  /** Why nobody is there to be asked, if nobody was asked. */
  public LocalReason reason() {
    if (isTrueOf(servers::anySpeaksOtherwise)) {
      return LocalReason.OTHER_VERSION;
    }
    return isTrueOf(servers::anyDrains) ? LocalReason.DRAINING : LocalReason.NO_SERVER;
  }

  /** Whether it is, of the table's group or of the one that stood in. */
  private boolean isTrueOf(Predicate<String> question) {
    return question.test(group) || (fellBack && question.test(FALLBACK_GROUP));
  }

  private Optional<ServerName> look() throws InterruptedIOException {
    if (asked.size() >= ATTEMPTS) {
      return Optional.empty();
    }
    List<ServerName> candidates = takersOf(group);
    fellBack =
        candidates.isEmpty() && fallback == GroupFallback.DEFAULT && !group.equals(FALLBACK_GROUP);
    if (fellBack) {
      candidates = takersOf(FALLBACK_GROUP);
    }
    return candidates.stream().filter(server -> !asked.contains(server)).findFirst();
  }

  private List<ServerName> takersOf(String ofGroup) throws InterruptedIOException {
    return servers.candidates(ofGroup, region).stream()
        .filter(server -> !refusedAsDraining.contains(server))
        .toList();
  }
}
