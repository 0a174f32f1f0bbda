// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * The work of all compaction servers in a window.
 *
 * @param window length of the window
 * @param jobs completed jobs
 * @param bytes input of these jobs
 * @param runningMs sum of their running times
 * @param rejected compactions that ran on region servers for lack of a compaction server
 * @param warmupRate mean bytes per second of a warm-up; empty: no warm-up ran
 */
public record MeasuredLoad(
    Duration window,
    long jobs,
    long bytes,
    long runningMs,
    long rejected,
    OptionalLong warmupRate) {}
