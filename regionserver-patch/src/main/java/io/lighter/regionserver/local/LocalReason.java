package io.lighter.regionserver.local;

/**
 * Why a compaction ran on the region server. The tag is in the log line and in the metric's name.
 *
 * <p>The first group is decided before anybody is asked; the second is what became of the attempts.
 */
public enum LocalReason {
  // By rule: nothing is wrong.
  /** {@code lighter.offload.enabled} is false. */
  DISABLED("disabled"),
  /** An operator switched Lighter off, for the table or for all. */
  SWITCHED_OFF("switched-off"),
  /** A table of the {@code hbase} namespace. */
  SYSTEM_TABLE("system-table"),
  /** The inputs are smaller than {@code lighter.offload.min.bytes}. */
  TOO_SMALL("too-small"),
  /** An observer of the region changes what a compaction reads or writes. */
  COPROCESSOR("coprocessor"),
  /** The engine or its compactor is none of HBase's, or a feature needs HBase's own engine name. */
  UNSUPPORTED_ENGINE("unsupported-engine"),
  /** {@code lighter.warmup.strategy} is {@code write-through}, which is about local compactions. */
  WRITE_THROUGH("write-through"),
  /** A secondary replica, which does not compact. */
  NOT_PRIMARY_REPLICA("not-primary-replica"),
  /** The store is not inside a region server (a tool opened it). */
  NO_REGION_SERVER("no-region-server"),

  // By failure: an operator should know.
  /**
   * An observer that {@code lighter.offload.permission.observers} names changed what the compaction
   * would read.
   */
  OBSERVER_CHANGES_DATA("observer-changes-data", true),
  /** A {@code lighter.*} value of the site or the table is wrong; the log says which. */
  INVALID_CONFIGURATION("invalid-configuration", true),
  /** No compaction server of the table's group, or of the one that stands in for it, is alive. */
  NO_SERVER("no-server", true),
  /** Those that are alive all drain. */
  DRAINING("draining", true),
  /** Those that are alive and do not drain all speak another version of the protocol. */
  OTHER_VERSION("other-version", true),
  /** The servers have no room, or the job waited too long in a queue. */
  BUSY("busy", true),
  /** The servers refused the request as such. */
  REFUSED("refused", true),
  /** The compaction failed on the servers, or they went away. */
  FAILED("failed", true),
  /** A server stopped answering, the job stopped moving, or took too long. */
  TIMEOUT("timeout", true),
  /** The output was not what the request asked for. */
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

  /** Whether something went wrong, as opposed to a rule. */
  public boolean isFailure() {
    return failure;
  }

  /**
   * Whether an operator should hear of a table most of whose compactions stay for this reason: no
   * option, switch or kind of table asks for it.
   */
  boolean isUnasked() {
    return failure || this == COPROCESSOR || this == UNSUPPORTED_ENGINE;
  }

  /** Lower case with dashes. */
  public String tag() {
    return tag;
  }
}
