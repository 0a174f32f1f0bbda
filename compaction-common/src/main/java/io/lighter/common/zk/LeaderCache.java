package io.lighter.common.zk;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * The leading manager as it was looked up last, so that a process does not read ZooKeeper for every
 * report.
 *
 * <p>A manager that does not lead refuses reports, and a caller that is refused says so by {@link
 * #failed}: an answer that is out of date costs one failed call. {@link #LEADER_KEPT} is for a
 * manager that takes itself for the leader by mistake, and accepts reports. Used by one thread.
 */
public final class LeaderCache {
  /** How long an answer that names a leader is used, unless a call to that leader fails. */
  public static final Duration LEADER_KEPT = Duration.ofSeconds(60);

  /** How long the answer that nobody leads is used; a manager that starts is found within it. */
  public static final Duration ABSENCE_KEPT = Duration.ofSeconds(2);

  private final Source source;
  private final LongSupplier nanoTime;

  /** Meaningful if {@link #known}; empty: nobody led. */
  private Optional<ServerName> leader = Optional.empty();

  private boolean known;
  private long lookedUpNanos;

  /** Reads who leads; may wait for ZooKeeper. */
  @FunctionalInterface
  public interface Source {
    /**
     * The leader as of now; empty if no manager stands for election.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    Optional<ServerName> leader() throws IOException;
  }

  /**
   * Looks nothing up before {@link #leader} is called.
   *
   * @param nanoTime see {@link System#nanoTime}
   */
  public LeaderCache(Source source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
  }

  /**
   * The leader, from the source if the last answer is too old.
   *
   * @throws IOException if the source was asked and failed; the next call asks again
   */
  public Optional<ServerName> leader() throws IOException {
    if (!known || age().compareTo(leader.isPresent() ? LEADER_KEPT : ABSENCE_KEPT) >= 0) {
      known = false;
      leader = source.leader();
      lookedUpNanos = nanoTime.getAsLong();
      known = true;
    }
    return leader;
  }

  /** A call to the leader failed: the next {@link #leader} asks the source. */
  public void failed() {
    known = false;
  }

  private Duration age() {
    return Duration.ofNanos(nanoTime.getAsLong() - lookedUpNanos);
  }
}
