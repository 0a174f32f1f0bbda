// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.List;

/**
 * The options {@code lighter.manager.balance.*}.
 *
 * @param start pressure from which a server is loaded; 1 is full
 * @param stop pressure below which a server gives no slots, and may take some
 * @param moves maximum of a group's slots that move in one round
 * @param fullWait expected wait that counts as a pressure of 1
 * @param window half-life of a server's load
 * @param slotWindow half-life of a slot's load
 * @param reportAge age from which a report is stale
 * @param history number of explained rounds that are stored
 */
public record BalanceSettings(
    boolean enabled,
    Duration interval,
    Duration coolDown,
    double start,
    double stop,
    int moves,
    Duration fullWait,
    Duration window,
    Duration slotWindow,
    Duration reportAge,
    int history) {
  private static final double PERCENT = 100;

  /**
   * Reads the options.
   *
   * @throws ConfigurationException if {@code stop} is not below {@code start}
   */
  public static BalanceSettings of(LighterConfiguration lighter) throws ConfigurationException {
    int start = lighter.number(LighterOption.MANAGER_BALANCE_START);
    int stop = lighter.number(LighterOption.MANAGER_BALANCE_STOP);
    if (stop >= start) {
      throw new ConfigurationException(
          List.of(
              "%s = '%d': expected a number below that of %s, which is %d"
                  .formatted(
                      LighterOption.MANAGER_BALANCE_STOP.key(),
                      stop,
                      LighterOption.MANAGER_BALANCE_START.key(),
                      start)));
    }
    return new BalanceSettings(
        lighter.bool(LighterOption.MANAGER_BALANCE_ENABLED),
        lighter.duration(LighterOption.MANAGER_BALANCE_INTERVAL),
        lighter.duration(LighterOption.MANAGER_BALANCE_COOLDOWN),
        start / PERCENT,
        stop / PERCENT,
        lighter.number(LighterOption.MANAGER_BALANCE_MOVES),
        lighter.duration(LighterOption.MANAGER_BALANCE_WAIT),
        lighter.duration(LighterOption.MANAGER_BALANCE_WINDOW),
        lighter.duration(LighterOption.MANAGER_BALANCE_SLOT_WINDOW),
        lighter.duration(LighterOption.MANAGER_BALANCE_REPORT_AGE),
        lighter.number(LighterOption.MANAGER_BALANCE_HISTORY));
  }

  /** The same settings, switched on or off. */
  public BalanceSettings withEnabled(boolean on) {
    return new BalanceSettings(
        on,
        interval,
        coolDown,
        start,
        stop,
        moves,
        fullWait,
        window,
        slotWindow,
        reportAge,
        history);
  }
}
