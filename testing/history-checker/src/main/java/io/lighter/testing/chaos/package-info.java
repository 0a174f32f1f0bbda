// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Injects faults into real processes while tables are written, read, compacted and warmed, and
 * checks the recovery. {@link io.lighter.testing.chaos.FaultMatrix} lists the faults, {@link
 * io.lighter.testing.chaos.FaultTrial} runs one, and {@link io.lighter.testing.chaos.ChaosRun} runs
 * as many as time permits.
 *
 * <p>The history checker ({@link io.lighter.testing.check}) runs all the time and judges the reads.
 * This package checks what readers do not see: each store is compacted within a bound, no file is
 * left over, and no request fails because of Lighter's own processes.
 */
package io.lighter.testing.chaos;
