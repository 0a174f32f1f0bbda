// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

/**
 * Reason of a local compaction. The tag is in the log line and in the metric's name.
 *
 * <p>The first group is decided before any attempt; the second is the result of failed attempts.
 */
public enum LocalReason {
  // By rule: no failure.
  /** {@code lighter.offload.enabled} is false. */
  DISABLED("disabled"),
  /** An operator switched Lighter off, for the table or for all tables. */
  SWITCHED_OFF("switched-off"),
  /** A table of the {@code hbase} namespace. */
  SYSTEM_TABLE("system-table"),
  /** The inputs are smaller than {@code lighter.offload.min.bytes}. */
  TOO_SMALL("too-small"),
  /** An observer of the region changes what a compaction reads or writes. */
  COPROCESSOR("coprocessor"),
  /** The engine or its compactor is not HBase's, or a feature needs HBase's own engine name. */
  UNSUPPORTED_ENGINE("unsupported-engine"),
  /** The file system does not promise atomic renames, and the tracker keeps no list of files. */
  NO_ATOMIC_RENAME("no-atomic-rename"),
  /** {@code lighter.warmup.strategy} is {@code write-through}, which needs local compactions. */
  WRITE_THROUGH("write-through"),
  /** A secondary replica, which does not compact. */
  NOT_PRIMARY_REPLICA("not-primary-replica"),
  /** The store is outside a region server (a tool opened the store). */
  NO_REGION_SERVER("no-region-server"),

  // By failure: relevant to operators.
  /** An observer in {@code lighter.offload.permission.observers} changed the compaction's data. */
  OBSERVER_CHANGES_DATA("observer-changes-data", true),
  /** A {@code lighter.*} value of the site or the table is wrong; the log names the value. */
  INVALID_CONFIGURATION("invalid-configuration", true),
  /** No compaction server of the table's group, or of the fallback group, is alive. */
  NO_SERVER("no-server", true),
  /** All live compaction servers drain. */
  DRAINING("draining", true),
  /** All live servers that do not drain have another version of the protocol. */
  OTHER_VERSION("other-version", true),
  /** The servers have no room, or the job waited too long in a queue. */
  BUSY("busy", true),
  /** The servers refused the request. */
  REFUSED("refused", true),
  /** The compaction failed on the servers, or the servers failed. */
  FAILED("failed", true),
  /** A server stopped answering, or the job stopped moving or took too long. */
  TIMEOUT("timeout", true),
  /** The object store asked for fewer requests, also after pauses. */
  STORE_BUSY("store-busy", true),
  /** The output did not match the request. */
  BAD_OUTPUT("bad-output", true);

  private final String tag;
  private final boolean failure;

  LocalReason(String tag) {
    this(tag, false);
  }

  LocalReason(String tag, boolean failure) {
    this.tag = tag;
    this.failure = failure;
  }

  /** Whether the reason is a failure, as opposed to a rule. */
  public boolean isFailure() {
    return failure;
  }

  /**
   * Whether a table with mostly local compactions for this reason deserves a warning: no option,
   * switch or kind of table causes the reason.
   */
  boolean isUnasked() {
    return failure || this == COPROCESSOR || this == UNSUPPORTED_ENGINE || this == NO_ATOMIC_RENAME;
  }

  /** The tag, in lower case with dashes. */
  public String tag() {
    return tag;
  }
}
