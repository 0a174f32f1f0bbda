// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads slow syncs of the write-ahead log from a region server's log. */
public final class WalSyncs {
  private static final Pattern SLOW = Pattern.compile("\\bSlow sync cost: (\\d+) ms\\b");

  private WalSyncs() {}

  /**
   * The time of slow syncs, without overlaps: HBase logs a line for each waiting operation, at its
   * end.
   *
   * @param time parses the time of a line
   */
  public static List<Delay> parse(
      List<String> lines, String source, Function<String, Instant> time) {
    List<Delay> syncs = new ArrayList<>();
    for (String line : lines) {
      Matcher matcher = SLOW.matcher(line);
      if (matcher.find()) {
        Instant end = time.apply(line);
        Instant start = end.minusMillis(Long.parseLong(matcher.group(1)));
        syncs.add(Delay.whole(Cause.WAL_SYNC, source, "", start, end));
      }
    }
    return union(syncs);
  }

  private static List<Delay> union(List<Delay> syncs) {
    syncs.sort(Comparator.comparing(Delay::from));
    List<Delay> union = new ArrayList<>();
    Optional<Delay> last = Optional.empty();
    for (Delay sync : syncs) {
      if (last.isPresent() && !sync.from().isAfter(last.get().to())) {
        Delay merged = last.get();
        Instant end = sync.to().isAfter(merged.to()) ? sync.to() : merged.to();
        union.remove(union.size() - 1);
        sync = Delay.whole(sync.cause(), sync.source(), sync.detail(), merged.from(), end);
      }
      union.add(sync);
      last = Optional.of(sync);
    }
    return union;
  }
}
