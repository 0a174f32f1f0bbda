package io.lighter.manager.monitor;

import java.time.Duration;

/**
 * Something that an operator should look at.
 *
 * @param kind what is wrong
 * @param subject what it is wrong with: a server, a group; empty for the cluster
 * @param text one line for people
 */
public record Alert(Kind kind, String subject, String text) {
  /** How bad it is, the worst last. */
  public enum Severity {
    /** Worth knowing. */
    INFO,
    /** Somebody should look. */
    WARNING,
    /** Lighter does not do its work. */
    CRITICAL
  }

  /** What can be wrong, and how long it must have been so before it is told. */
  public enum Kind {
    /** ZooKeeper does not answer the manager. */
    ZOOKEEPER_SILENT("zookeeper-silent", Severity.CRITICAL, Duration.ZERO),
    /** No compaction server is alive. */
    NO_SERVER("no-server", Severity.CRITICAL, Duration.ofSeconds(5)),
    /** Tables want a group of which no live server takes jobs. */
    GROUP_WITHOUT_SERVER("group-without-server", Severity.WARNING, Duration.ofSeconds(5)),
    /** Jobs wait, and all servers of the group are draining. */
    QUEUE_WITHOUT_SERVER("queue-without-server", Severity.WARNING, Duration.ofSeconds(10)),
    /** A server went away without having been drained. */
    SERVER_LOST("server-lost", Severity.WARNING, Duration.ZERO),
    /** Registered, but no report, or no recent one. */
    SERVER_SILENT("server-silent", Severity.WARNING, Duration.ofSeconds(5)),
    /** Job after job fails on one server. */
    FAILURES_IN_A_ROW("failures-in-a-row", Severity.WARNING, Duration.ZERO),
    /** Region servers compact themselves what should have been offloaded. */
    LOCAL_COMPACTIONS("local-compactions", Severity.WARNING, Duration.ZERO),
    /**
     * Most of a table's compactions run on region servers for one reason that nobody chose. It
     * holds for some minutes before it is told, since a table whose share is near one half passes
     * the limit with each compaction.
     */
    TABLE_STAYS_LOCAL("table-stays-local", Severity.WARNING, Duration.ofMinutes(5)),
    /** A server has nothing to do while jobs wait on another one of its group. */
    IDLE_SERVER("idle-server", Severity.WARNING, Duration.ofSeconds(30)),
    /** {@code hbase:meta} could not be read since this manager leads. */
    REGIONS_UNKNOWN("regions-unknown", Severity.WARNING, Duration.ofMinutes(1)),
    /** The switch's znode does not hold a switch. */
    SWITCH_UNREADABLE("switch-unreadable", Severity.WARNING, Duration.ZERO),
    /** An operator switched all offloading off. */
    SWITCHED_OFF("switched-off", Severity.WARNING, Duration.ZERO),
    /** An operator switched tables off. */
    TABLES_SWITCHED_OFF("tables-switched-off", Severity.INFO, Duration.ZERO),
    /** Nobody would take over. */
    NO_STANDBY("no-standby", Severity.INFO, Duration.ofSeconds(10));

    private final String tag;
    private final Severity severity;
    private final Duration hold;

    Kind(String tag, Severity severity, Duration hold) {
      this.tag = tag;
      this.severity = severity;
      this.hold = hold;
    }

    /** Lower case with dashes. */
    public String tag() {
      return tag;
    }

    public Severity severity() {
      return severity;
    }

    /** What lasts shorter than this is normal. */
    Duration hold() {
      return hold;
    }
  }

  /** The same as long as it is the same thing that is wrong. */
  public String id() {
    return subject.isEmpty() ? kind.tag() : kind.tag() + ':' + subject;
  }
}
