// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The paper's Figure 9: the effect of more compaction servers. {@code ScaleOut} runs on a local
 * cluster that grows while compactions are requested at a fixed rate. {@code SimulatedScaleOut}
 * simulates larger clusters, and {@code QueueFigures} has the results. Each uses one thread.
 */
package io.lighter.benchmarks.experiment.scaleout;
