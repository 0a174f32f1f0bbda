// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Decides which compaction server owns which slot, without threads or I/O.
 *
 * <p>Start at {@link io.lighter.manager.balance.TablePlanner}, which makes a group's next table
 * from the last one. {@link io.lighter.manager.balance.LoadTracker} turns reports into loads.
 * Several threads use it; all other classes are confined to the thread that assigns.
 *
 * <p>Decision record 0010 says why numbers are balanced only until load is measured.
 */
package io.lighter.manager.balance;
