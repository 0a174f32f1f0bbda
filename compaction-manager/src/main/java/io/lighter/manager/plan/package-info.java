// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The number of compaction servers that a load needs. {@link io.lighter.manager.plan.CapacityPlan}
 * is the formula, a pure function that the command line and the manager share; {@link
 * io.lighter.manager.plan.LoadHistory} measures its inputs, and {@link
 * io.lighter.manager.plan.WantedServers} makes a steady signal of its results. No class here starts
 * or stops a server.
 */
package io.lighter.manager.plan;
