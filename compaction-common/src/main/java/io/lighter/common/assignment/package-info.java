// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The assignment of regions to compaction servers: {@link io.lighter.common.assignment.SlotTable}
 * is the manager's table, {@link io.lighter.common.assignment.Rendezvous} the order in which a
 * region server tries the other servers.
 */
package io.lighter.common.assignment;
