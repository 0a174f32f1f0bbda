// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The pace at which jobs read: slower while log syncs or calls of their region servers are slow.
 *
 * <p>Start with {@link io.lighter.server.pacing.ReadPaces}, one per server. Each DataNode that jobs
 * mostly read from has one rate ({@link io.lighter.server.pacing.DataNodePace}), which its jobs
 * share in turns. {@link io.lighter.server.pacing.PaceController} decides about the rate from the
 * pressure on region servers ({@link io.lighter.server.pacing.ReportedPressure}), which the jobs'
 * heartbeats report. {@link io.lighter.server.pacing.PacedThroughput} delays HBase's compactor. See
 * docs/decisions/0025.
 */
package io.lighter.server.pacing;
