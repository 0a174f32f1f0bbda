// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.util.Locale;

/** The result of a round of balancing. */
public enum Verdict {
  /** Slots moved. */
  MOVED("slots move from loaded to idle servers"),
  /** No server is loaded; the paper's table stays. */
  NOT_LOADED("no server is loaded"),
  /** No other server could take more. */
  ALL_LOADED("no server is loaded much less"),
  /** Slots moved a short time ago, and the effect is not measured yet. */
  COOLING_DOWN("slots moved a short time ago"),
  /** The group has one server. */
  ONE_SERVER("the group has only one server"),
  /** Reports are missing or stale, or the first ones came a short time ago. */
  NOT_MEASURED("servers or slots have not been measured lately, or not for long enough"),
  /** The loaded server has a single job, which cannot move. */
  ONE_JOB("its load is a single job, which stays where it is"),
  /** Most of the loaded server's demand is one slot, which would load any other server as much. */
  ONE_SLOT("most of its load is one slot, which would load any other server as much"),
  /** The demand of the loaded server's slots is no higher than that of the idle ones. */
  NO_GAIN("its slots ask for no more than those of the idle servers, or not for much more");

  private final String reason;

  Verdict(String reason) {
    this.reason = reason;
  }

  /** The reason in one clause, for people. */
  public String reason() {
    return reason;
  }

  /** The name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
