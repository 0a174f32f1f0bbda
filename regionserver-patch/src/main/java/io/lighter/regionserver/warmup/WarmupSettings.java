// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.time.Duration;

/**
 * The checked warm-up options of one store. Immutable.
 *
 * @param minBytes total size below which an output is not warmed
 * @param stepBytes bytes that the threshold passes in one step
 * @param window number of steps that are requested ahead
 * @param deadline longest time of a warm-up from the commit on
 * @param preSwitchDeadline longest delay of a commit
 * @param isReported whether HBase reports a requested compaction as running until its warm-up has
 *     released the inputs
 * @param warmsReplicas whether secondary replicas are warmed as well
 * @param remoteIdle time without a miss after which {@code remote} releases its output
 */
public record WarmupSettings(
    WarmupStrategy strategy,
    long minBytes,
    long stepBytes,
    int window,
    Duration deadline,
    Duration preSwitchDeadline,
    boolean isReported,
    boolean warmsReplicas,
    Duration remoteIdle) {

  /** Reads the options. */
  public static WarmupSettings of(LighterConfiguration conf) {
    return new WarmupSettings(
        conf.strategy(LighterOption.WARMUP_STRATEGY),
        conf.bytes(LighterOption.WARMUP_MIN_BYTES),
        conf.bytes(LighterOption.WARMUP_CHUNK_SIZE),
        conf.number(LighterOption.WARMUP_WINDOW),
        conf.duration(LighterOption.WARMUP_DEADLINE),
        conf.duration(LighterOption.WARMUP_PRESWITCH_DEADLINE),
        conf.bool(LighterOption.WARMUP_COMPACTION_STATE),
        conf.bool(LighterOption.WARMUP_REPLICAS),
        conf.duration(LighterOption.WARMUP_REMOTE_IDLE));
  }
}
