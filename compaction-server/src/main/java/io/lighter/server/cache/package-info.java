/**
 * The output cache: blocks of compactions' outputs, captured as HBase writes them, compressed into
 * chunks, and kept off the heap until the region server has them.
 *
 * <p>Start with {@link io.lighter.server.cache.OutputCache}. A job's worker thread fills an {@link
 * io.lighter.server.cache.OutputCapture} through the block cache of its region; RPC handlers list
 * and fetch; the sweeper ends leases. Nothing here may make a compaction fail: what cannot be kept
 * is left out, and the region server reads it from the file.
 */
package io.lighter.server.cache;
