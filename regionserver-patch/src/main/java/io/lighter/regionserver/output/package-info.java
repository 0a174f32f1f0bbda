// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The pending outputs of a store ({@link io.lighter.regionserver.output.PendingOutputs}), from the
 * end of a compaction until reads switch to its output files, and the fence that shows whether the
 * region is still here. The offload adds an output; the warm-up removes the output.
 */
package io.lighter.regionserver.output;
