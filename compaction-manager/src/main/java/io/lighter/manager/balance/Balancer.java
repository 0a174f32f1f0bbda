// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.MonotonicClock;
import io.lighter.common.assignment.SlotTable;
import io.lighter.manager.balance.Explanation.Move;
import io.lighter.manager.balance.Explanation.Seen;
import io.lighter.manager.balance.Explanation.State;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * Moves slots from loaded to idle servers, a few at a time.
 *
 * <p>Two measures have different tasks. The <i>pressure</i> of a server, smoothed over about half a
 * minute and with hysteresis, decides which servers are loaded and which are idle. The
 * <i>demand</i> of a slot, over about ten minutes, decides which slots move. Under the same demand,
 * no move allows its reverse ({@link SlotLoads#move}).
 *
 * <p>Not thread-safe: the assigner's thread owns the balancer. Its state (the loaded servers, the
 * times of moves) is lost with the leadership. A new leader moves nothing before it has measured.
 */
final class Balancer {
  /** Part of a server's demand from which a slot is the cause of the load. */
  private static final double HOT_SLOT = 0.5;

  private final BalanceSettings settings;
  private final MonotonicClock clock;
  private final InstantSource wallClock;
  private final Map<String, Set<ServerName>> loaded = new HashMap<>();
  private final Map<String, Long> movedAtNanos = new HashMap<>();

  /**
   * The proposal of a round, before it takes effect.
   *
   * @param table table after the round
   */
  record Proposal(SlotTable table, Explanation explanation) {}

  /** Moves of a round, or the reason for none. */
  private record Decision(Verdict verdict, String reason, List<Move> moves) {
    static Decision none(Verdict verdict) {
      return new Decision(verdict, verdict.reason(), List.of());
    }
  }

  Balancer(BalanceSettings settings, MonotonicClock clock, InstantSource wallClock) {
    this.settings = settings;
    this.clock = clock;
    this.wallClock = wallClock;
  }

  /** Drops all state, because this manager does not lead any more. */
  void reset() {
    loaded.clear();
    movedAtNanos.clear();
  }

  /** Notes a move by load, whose effect is measured before the group's next move. */
  void moved(String group) {
    movedAtNanos.put(group, clock.nanoTime());
  }

  /**
   * Runs one round. The slots move when the caller has written the table, and calls {@link #moved}.
   *
   * @param table table in which one of {@code servers} owns each slot
   * @param regions number of regions by slot
   */
  Proposal propose(
      String group,
      SlotTable table,
      Collection<ServerName> servers,
      int[] regions,
      GroupLoad load) {
    SlotLoads slots = new SlotLoads(table, servers, load, regions);
    Map<ServerName, State> states = states(group, servers, load);
    List<Seen> seen =
        states.entrySet().stream()
            .map(each -> seen(each.getKey(), each.getValue(), slots, load))
            .toList();
    Decision decision = decide(group, states, slots, load);
    ServerName[] owners = table.owners();
    decision.moves().forEach(move -> owners[move.slot()] = move.to());
    return new Proposal(
        decision.moves().isEmpty() ? table : SlotTable.of(owners, true),
        new Explanation(
            group,
            wallClock.millis(),
            1,
            decision.verdict(),
            decision.reason(),
            seen,
            decision.moves()));
  }

  /** The servers' states, sorted by name; stores the loaded servers for the hysteresis. */
  private Map<ServerName, State> states(
      String group, Collection<ServerName> servers, GroupLoad load) {
    Set<ServerName> before = loaded.getOrDefault(group, Set.of());
    Map<ServerName, State> states = new TreeMap<>();
    Set<ServerName> now = new HashSet<>();
    for (ServerName server : servers) {
      State state =
          load.of(server)
              .map(each -> state(each, before.contains(server)))
              .orElse(State.NOT_MEASURED);
      states.put(server, state);
      if (state == State.LOADED) {
        now.add(server);
      }
    }
    loaded.put(group, now);
    return states;
  }

  private State state(ServerLoad load, boolean wasLoaded) {
    if (load.age().compareTo(settings.reportAge()) > 0) {
      return State.STALE;
    }
    if (load.draining()) {
      return State.DRAINING;
    }
    if (load.known().compareTo(settings.window()) < 0) {
      return State.NOT_MEASURED;
    }
    if (load.pressure() < settings.stop()) {
      return State.IDLE;
    }
    return wasLoaded || load.pressure() >= settings.start() ? State.LOADED : State.BETWEEN;
  }

  private static Seen seen(ServerName server, State state, SlotLoads slots, GroupLoad loads) {
    Optional<ServerLoad> load = loads.of(server);
    return new Seen(
        server,
        state,
        load.map(ServerLoad::pressure).orElse(0.0),
        slots.slots(server),
        slots.demand(server),
        load.map(ServerLoad::compacted).orElse(0.0),
        load.map(ServerLoad::expectedWaitMs).orElse(0L),
        load.map(ServerLoad::memory).orElse(0.0),
        load.map(ServerLoad::cpu).orElse(-1.0),
        load.map(ServerLoad::running).orElse(0),
        load.map(ServerLoad::queued).orElse(0));
  }

  private Decision decide(
      String group, Map<ServerName, State> states, SlotLoads slots, GroupLoad load) {
    List<ServerName> givers = in(State.LOADED, states);
    List<ServerName> others = new ArrayList<>(in(State.IDLE, states));
    others.addAll(in(State.BETWEEN, states));
    if (states.size() < 2) {
      return Decision.none(Verdict.ONE_SERVER);
    }
    if (givers.size() + others.size() < 2
        || load.known().compareTo(settings.slotWindow().dividedBy(2)) < 0) {
      return Decision.none(Verdict.NOT_MEASURED);
    }
    if (givers.isEmpty()) {
      return Decision.none(Verdict.NOT_LOADED);
    }
    Map<ServerName, List<ServerName>> takers = new HashMap<>();
    givers.forEach(giver -> takers.put(giver, takersFor(giver, others, load)));
    if (takers.values().stream().allMatch(List::isEmpty)) {
      return Decision.none(Verdict.ALL_LOADED);
    }
    if (coolsDown(group)) {
      return Decision.none(Verdict.COOLING_DOWN);
    }
    List<ServerName> helped = new ArrayList<>();
    Decision hottestsDecision = null;
    for (ServerName giver : hottestFirst(givers, load)) {
      Optional<Decision> why = whyNotHelped(giver, takers.get(giver), slots, load);
      if (why.isEmpty()) {
        helped.add(giver);
      } else if (hottestsDecision == null) {
        hottestsDecision = why.get();
      }
    }
    return helped.isEmpty() ? hottestsDecision : move(helped, takers, slots);
  }

  /** Takers for a giver: idle servers, and those less loaded by the gap between loaded and idle. */
  private List<ServerName> takersFor(ServerName giver, List<ServerName> others, GroupLoad load) {
    double below =
        Math.max(settings.stop(), pressure(giver, load) - settings.start() + settings.stop());
    return others.stream().filter(other -> pressure(other, load) < below).toList();
  }

  private static double pressure(ServerName server, GroupLoad load) {
    return load.of(server).map(ServerLoad::pressure).orElse(0.0);
  }

  private static List<ServerName> in(State state, Map<ServerName, State> states) {
    return states.keySet().stream().filter(server -> states.get(server) == state).toList();
  }

  private static List<ServerName> hottestFirst(List<ServerName> givers, GroupLoad load) {
    return givers.stream()
        .sorted(Comparator.comparingDouble(server -> -pressure(server, load)))
        .toList();
  }

  private boolean coolsDown(String group) {
    Long at = movedAtNanos.get(group);
    return at != null && Duration.ofNanos(clock.nanoTime() - at).compareTo(settings.coolDown()) < 0;
  }

  private Optional<Decision> whyNotHelped(
      ServerName giver, List<ServerName> takers, SlotLoads slots, GroupLoad load) {
    if (takers.isEmpty()) {
      return because(Verdict.ALL_LOADED, giver);
    }
    if (load.of(giver).map(ServerLoad::jobs).orElse(0) == 1) {
      return because(Verdict.ONE_JOB, giver);
    }
    ServerName taker = coldest(takers, slots);
    if (slots.isWorthWhile(giver, taker) && slots.canMove(giver, taker)) {
      return Optional.empty();
    }
    return because(
        slots.partOfHeaviestSlot(giver) >= HOT_SLOT ? Verdict.ONE_SLOT : Verdict.NO_GAIN, giver);
  }

  private static Optional<Decision> because(Verdict verdict, ServerName server) {
    return Optional.of(new Decision(verdict, server + ": " + verdict.reason(), List.of()));
  }

  private static ServerName coldest(List<ServerName> takers, SlotLoads slots) {
    return takers.stream().min(Comparator.comparingDouble(slots::demandPerThread)).orElseThrow();
  }

  /** Moves slots, one by one, from the server with the most demand to that with the least. */
  private Decision move(
      List<ServerName> givers, Map<ServerName, List<ServerName>> takers, SlotLoads slots) {
    List<Move> moves = new ArrayList<>();
    Set<ServerName> left = new HashSet<>(givers);
    while (!left.isEmpty() && moves.size() < settings.moves()) {
      ServerName giver =
          left.stream()
              .max(
                  Comparator.comparingDouble(slots::demandPerThread)
                      .thenComparing(Comparator.reverseOrder()))
              .orElseThrow();
      ServerName taker = coldest(takers.get(giver), slots);
      Optional<Move> move =
          slots.isWorthWhile(giver, taker) ? slots.move(giver, taker) : Optional.empty();
      move.ifPresentOrElse(moves::add, () -> left.remove(giver));
    }
    return new Decision(Verdict.MOVED, Verdict.MOVED.reason(), moves);
  }
}
