package io.lighter.testing.cluster;

import io.lighter.testing.isolation.VirtualHosts;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be done to the processes of a cluster beside sending them signals.
 *
 * @param hosts each is on a {@linkplain VirtualHosts host of its own}, which can be cut off
 * @param clocks each but region servers has a clock of its own, which can be set
 * @param disks each data node has a small disk of its own, which can be full
 */
public record Levers(boolean hosts, boolean clocks, boolean disks) {
  /** Signals only. */
  public static final Levers NONE = new Levers(false, false, false);

  /** What this JVM on this machine can do. */
  public static Levers here() {
    boolean isInside = VirtualHosts.isInside();
    return new Levers(isInside, FakeClocks.library().isPresent(), isInside);
  }

  /** What is missing for the rest, in words. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!hosts || !disks) {
      missing.add("networks and disks of their own (needs Linux, root, unshare and ip)");
    }
    if (!clocks) {
      missing.add("clocks of their own (needs libfaketime)");
    }
    return missing;
  }
}
