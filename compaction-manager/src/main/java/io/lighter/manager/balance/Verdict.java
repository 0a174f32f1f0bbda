package io.lighter.manager.balance;

import java.util.Locale;

/** What a round of balancing came to. */
public enum Verdict {
  /** Slots moved. */
  MOVED("slots move from loaded to idle servers"),
  /** The paper's table stays: nobody is loaded. */
  NOT_LOADED("no server is loaded"),
  /** There is nobody who could take more. */
  ALL_LOADED("no server is loaded much less"),
  /** Slots moved a short time ago, and what came of it is not measured yet. */
  COOLING_DOWN("slots moved a short time ago"),
  /** A group of one. */
  ONE_SERVER("the group has only one server"),
  /** Reports are missing or stale, or the first ones came a short time ago. */
  NOT_MEASURED("servers or slots have not been measured lately, or not for long enough"),
  /** The loaded server has a single job, and a job does not move. */
  ONE_JOB("its load is a single job, which stays where it is"),
  /** Most of the loaded server's demand is one slot: wherever it is, that server is loaded. */
  ONE_SLOT("most of its load is one slot, which would load any other server as much"),
  /** The loaded server's slots ask for no more than those of the idle ones. */
  NO_GAIN("its slots ask for no more than those of the idle servers, or not for much more");

  private final String reason;

  Verdict(String reason) {
    this.reason = reason;
  }

  /** One clause, for people. */
  public String reason() {
    return reason;
  }

  /** As it is written in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
