// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The leading manager's state for display: a snapshot of the cluster each second, the last hour of
 * each compaction server, and alerts.
 *
 * <p>Start at {@link io.lighter.manager.monitor.Monitor}, whose one thread makes this state; other
 * threads read it. Decisions about compactions do not depend on this package.
 */
package io.lighter.manager.monitor;
