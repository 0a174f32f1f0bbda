// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Bounds how long an entry of a write-ahead log may wait for a sync ({@code
 * lighter.wal.async.max.delay}). HBase acknowledges a write with {@code ASYNC_WAL} before the sync,
 * and has no such bound.
 *
 * <p>Start with {@link io.lighter.regionserver.wal.WalWatch}, one per region server. A <i>log</i> is
 * one of HBase's {@code WAL} objects; it stays the same when it rolls to another file. A log has
 * <i>pending</i> entries if it has appended entries that no sync covers. The timer's thread looks at
 * all logs and never waits; syncs run on threads of their own, at most one for each log.
 *
 * <p>Nothing here changes what HBase does after a sync that fails.
 */
package io.lighter.regionserver.wal;
