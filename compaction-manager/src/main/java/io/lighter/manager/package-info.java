// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The compaction manager: election, membership, assignment of slots, status.
 *
 * <p>Start at {@link io.lighter.manager.CompactionManager}, which wires the parts, and {@link
 * io.lighter.manager.assign.Assigner}, whose one thread assigns slots to servers. {@link
 * io.lighter.manager.balance.TablePlanner} makes the decision without I/O. Reading {@code
 * hbase:meta} has a thread of its own, so that a hanging HBase does not delay the move of a dead
 * server's slots.
 *
 * <p>The manager is not on the path of a compaction: region servers act on the last table that a
 * manager wrote.
 */
package io.lighter.manager;
