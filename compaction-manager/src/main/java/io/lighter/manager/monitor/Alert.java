// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import java.time.Duration;

/**
 * A condition that an operator should look at.
 *
 * @param kind what is wrong
 * @param subject affected server or group; empty for the cluster
 * @param text one line for people
 */
public record Alert(Kind kind, String subject, String text) {
  /** The severity, the worst last. */
  public enum Severity {
    /** Information. */
    INFO,
    /** An operator should look. */
    WARNING,
    /** Lighter does not work. */
    CRITICAL
  }

  /** A kind of alert, with the time for which it must hold before it is shown. */
  public enum Kind {
    /** ZooKeeper does not answer the manager. */
    ZOOKEEPER_SILENT("zookeeper-silent", Severity.CRITICAL, Duration.ZERO),
    /** No compaction server is alive. */
    NO_SERVER("no-server", Severity.CRITICAL, Duration.ofSeconds(5)),
    /** Tables name a group of which no live server takes jobs. */
    GROUP_WITHOUT_SERVER("group-without-server", Severity.WARNING, Duration.ofSeconds(5)),
    /** Jobs wait, and all servers of the group are draining. */
    QUEUE_WITHOUT_SERVER("queue-without-server", Severity.WARNING, Duration.ofSeconds(10)),
    /** A server left without having been drained. */
    SERVER_LOST("server-lost", Severity.WARNING, Duration.ZERO),
    /** Registered, but no report, or no recent one. */
    SERVER_SILENT("server-silent", Severity.WARNING, Duration.ofSeconds(5)),
    /** Job after job fails on one server. */
    FAILURES_IN_A_ROW("failures-in-a-row", Severity.WARNING, Duration.ZERO),
    /** Region servers run compactions that should have been offloaded. */
    LOCAL_COMPACTIONS("local-compactions", Severity.WARNING, Duration.ZERO),
    /**
     * Most of a table's compactions run on region servers for one reason that no operator chose.
     * The alert must hold for some minutes, since a table with a share near one half passes the
     * limit with each compaction.
     */
    TABLE_STAYS_LOCAL("table-stays-local", Severity.WARNING, Duration.ofMinutes(5)),
    /**
     * Many bytes of a table are on other types of storage than its tiers ask for. Audits and movers
     * need their time, so the alert must hold for some of their rounds.
     */
    BLOCKS_MISPLACED("blocks-misplaced", Severity.WARNING, Duration.ofMinutes(30)),
    /** A store has had runs to merge for long, and no merge of them has begun. */
    MERGES_LATE("merges-late", Severity.WARNING, Duration.ZERO),
    /**
     * Regions of an indexed table insert no entries, so lookups miss rows, or refuse writes. HBase
     * reopens the regions of a table one by one after a change, so the alert must hold for a while.
     */
    INDEX_BROKEN("index-broken", Severity.CRITICAL, Duration.ofSeconds(30)),
    /** Lookups of an index are refused, since its entries may not be those of the table's rows. */
    INDEX_SUSPECT("index-suspect", Severity.CRITICAL, Duration.ZERO),
    /**
     * Index calls have no handlers of their own on some region servers, so that writes to two
     * tables can wait for each other.
     */
    INDEX_HANDLERS_SHARED("index-handlers-shared", Severity.WARNING, Duration.ofMinutes(1)),
    /** A server has no work while jobs wait on another one of its group. */
    IDLE_SERVER("idle-server", Severity.WARNING, Duration.ofSeconds(30)),
    /** {@code hbase:meta} could not be read since this manager leads. */
    REGIONS_UNKNOWN("regions-unknown", Severity.WARNING, Duration.ofMinutes(1)),
    /** The switch's znode does not hold a switch. */
    SWITCH_UNREADABLE("switch-unreadable", Severity.WARNING, Duration.ZERO),
    /** An operator switched all offloading off. */
    SWITCHED_OFF("switched-off", Severity.WARNING, Duration.ZERO),
    /** An operator switched tables off. */
    TABLES_SWITCHED_OFF("tables-switched-off", Severity.INFO, Duration.ZERO),
    /** No standby could take over. */
    NO_STANDBY("no-standby", Severity.INFO, Duration.ofSeconds(10));

    private final String tag;
    private final Severity severity;
    private final Duration hold;

    Kind(String tag, Severity severity, Duration hold) {
      this.tag = tag;
      this.severity = severity;
      this.hold = hold;
    }

    /** The name in lower case with dashes. */
    public String tag() {
      return tag;
    }

    public Severity severity() {
      return severity;
    }

    /** The time for which the condition is normal. */
    Duration hold() {
      return hold;
    }
  }

  /** An id that is equal as long as the same condition holds. */
  public String id() {
    return subject.isEmpty() ? kind.tag() : kind.tag() + ':' + subject;
  }
}
