// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.time.Instant;

/**
 * Space of a table in HDFS at a moment.
 *
 * @param bytes bytes below the table's folder, without replicas
 */
public record SpaceSample(Instant time, long bytes) {}
