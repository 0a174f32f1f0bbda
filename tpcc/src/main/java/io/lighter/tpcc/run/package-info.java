// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Timed runs of transactions and their measurements. {@link io.lighter.tpcc.run.Runner} starts a
 * thread for each terminal. The calling thread collects the measurements of each second, writes the
 * histogram log and reports progress.
 */
package io.lighter.tpcc.run;
