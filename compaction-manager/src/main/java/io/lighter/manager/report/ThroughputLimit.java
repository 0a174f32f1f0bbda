// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.compactions.OffPeakHours;

/**
 * The current limit in bytes per second of all compaction servers together; 0: no limit. Off-peak
 * hours are those of HBase's configuration, by this process's clock and time zone. Thread-safe.
 */
public final class ThroughputLimit implements LongSupplier {
  private final long peak;
  private final long offPeak;
  private final BooleanSupplier isOffPeak;

  /**
   * @param offPeak off-peak limit; 0: no limit; empty: as at other times
   */
  ThroughputLimit(long peak, OptionalLong offPeak, BooleanSupplier isOffPeak) {
    this.peak = peak;
    this.offPeak = offPeak.orElse(peak);
    this.isOffPeak = isOffPeak;
  }

  public static ThroughputLimit of(Configuration conf, LighterConfiguration lighter) {
    return new ThroughputLimit(
        lighter.rate(LighterOption.THROUGHPUT_LIMIT).orElse(0),
        lighter.rate(LighterOption.THROUGHPUT_LIMIT_OFFPEAK),
        OffPeakHours.getInstance(conf)::isOffPeakHour);
  }

  @Override
  public long getAsLong() {
    return isOffPeak.getAsBoolean() ? offPeak : peak;
  }
}
