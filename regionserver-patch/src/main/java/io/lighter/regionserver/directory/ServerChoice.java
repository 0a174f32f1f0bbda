// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * Chooses the next server for one compaction: a server of the table's group, or, if none of them
 * takes jobs, one of the fallback group. Used by one thread.
 *
 * <p>Two servers are tried. A server that answers that it drains does not count, and is skipped.
 * Before the candidates run out, ZooKeeper is read again, since that answer shows that the last
 * reading is out of date.
 */
public final class ServerChoice {
  /** The group to which other groups fall back. */
  public static final String FALLBACK_GROUP = LighterOption.SERVER_GROUP.defaultValue();

  private static final int ATTEMPTS = 2;

  /** The known servers. */
  interface Servers {
    /**
     * The live servers of a group that take requests of this region server and do not drain, in the
     * order in which to try them.
     *
     * @throws InterruptedIOException if interrupted before the first reading
     */
    List<ServerName> candidates(String group, String encodedRegionName)
        throws InterruptedIOException;

    /** Whether the group has a live server that drains. */
    boolean anyDrains(String group);

    /** Whether the group has a live, not draining server with another protocol version. */
    boolean anySpeaksOtherwise(String group);

    /** Reads the servers again, within some seconds or not at all. */
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
   * Creates a choice before the first attempt.
   *
   * @param region encoded name
   */
  public ServerChoice(Servers servers, String group, GroupFallback fallback, String region) {
    this.servers = servers;
    this.group = group;
    this.fallback = fallback;
    this.region = region;
  }

  /**
   * The servers that a compaction of a region would try now, in that order: those of the group, or
   * if there are none, those of the group to which it falls back.
   *
   * @param region encoded name
   * @throws InterruptedIOException if interrupted before the first reading
   */
  public static List<ServerName> candidates(
      Servers servers, String group, GroupFallback fallback, String region)
      throws InterruptedIOException {
    List<ServerName> candidates = servers.candidates(group, region);
    return candidates.isEmpty() && fallback == GroupFallback.DEFAULT
        ? servers.candidates(FALLBACK_GROUP, region)
        : candidates;
  }

  /** Returns the server to try next; empty if the compaction has to run here. */
  public Optional<ServerName> next() throws InterruptedIOException {
    Optional<ServerName> next = look();
    if (next.isEmpty() && outOfDate && asked.size() < ATTEMPTS) {
      outOfDate = false;
      servers.readAgain();
      next = look();
    }
    return next;
  }

  /** Notes that the attempt on {@code server} failed. */
  public void failed(ServerName server, Next next) {
    switch (next) { // no default: a new action must be handled
      case SERVER_DRAINS -> {
        refusedAsDraining.add(server);
        outOfDate = true;
      }
      case ANOTHER_SERVER -> asked.add(server);
      case LATER -> {} // the server is not at fault, and comes next
      case LOCAL -> throw new IllegalArgumentException("nobody is asked after " + server);
    }
  }

  /** Whether the last {@link #next} used the fallback group. */
  public boolean fellBack() {
    return fellBack;
  }

  /** Returns why there is no server, if none was tried. */
  public LocalReason reason() {
    if (isTrueOf(servers::anySpeaksOtherwise)) {
      return LocalReason.OTHER_VERSION;
    }
    return isTrueOf(servers::anyDrains) ? LocalReason.DRAINING : LocalReason.NO_SERVER;
  }

  /** Whether the condition holds for the table's group, or for the fallback group in use. */
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
