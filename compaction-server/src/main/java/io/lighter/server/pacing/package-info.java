// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The pace at which jobs read: slower while the region servers that they work for feel the reads.
 *
 * <p>Start with {@link io.lighter.server.pacing.ReadPaces}, one per server. Each DataNode that jobs
 * mostly read from has one rate ({@link io.lighter.server.pacing.DataNodePace}), which its jobs
 * share in turns. {@link io.lighter.server.pacing.PaceController} decides about the rate from what
 * region servers feel ({@link io.lighter.server.pacing.FeltPressure}), which comes with the jobs'
 * heartbeats. {@link io.lighter.server.pacing.PacedThroughput} delays HBase's compactor. See
 * docs/decisions/0025.
 */
package io.lighter.server.pacing;
