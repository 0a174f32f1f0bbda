// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The output cache: blocks of compactions' outputs, captured as HBase writes them, compressed into
 * chunks, and retained off the heap until the region server has them.
 *
 * <p>Start with {@link io.lighter.server.cache.OutputCache}. A job's worker thread fills an {@link
 * io.lighter.server.cache.OutputCapture} through the block cache of its region; RPC handlers list
 * and fetch; the sweeper ends leases. No failure here fails a compaction: a chunk that cannot be
 * retained is left out, and the region server reads its blocks from the file.
 */
package io.lighter.server.cache;
