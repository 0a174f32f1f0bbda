// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The pending outputs of a store ({@link io.lighter.regionserver.output.PendingOutputs}), from the
 * end of a compaction until HBase's commit, and the fence that tells whether the region is still
 * here. The offload adds an output, and the warm-up takes it.
 */
package io.lighter.regionserver.output;
