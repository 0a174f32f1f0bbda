// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The declarations of all metrics. {@link io.lighter.common.metrics.LighterMetric} declares every
 * metric; {@link io.lighter.common.metrics.MetricSet} registers those of a process in HBase's
 * metrics system, and refuses any other. {@code docs/reference/metrics.md} is generated from the
 * declarations.
 */
package io.lighter.common.metrics;
