// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The assignment of slots to servers. {@link io.lighter.manager.assign.Assigner} has the one thread
 * that decides, over the regions of {@link io.lighter.manager.assign.RegionCensus}; it writes by
 * {@link io.lighter.manager.assign.AssignmentStore}. The decision itself is {@link
 * io.lighter.manager.balance.TablePlanner}, which does no I/O.
 */
package io.lighter.manager.assign;
