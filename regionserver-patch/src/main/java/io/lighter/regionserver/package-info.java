/**
 * The plug-in inside the region server: what {@code OffloadingStoreEngine} (which HBase loads)
 * delegates to. {@link io.lighter.regionserver.engine} adapts HBase's store engines, {@link
 * io.lighter.regionserver.offload} sends a compaction away and takes its output over, {@link
 * io.lighter.regionserver.local} says why one stays and runs it, {@link
 * io.lighter.regionserver.directory} knows the compaction servers, {@link
 * io.lighter.regionserver.warmup} warms the cache.
 *
 * <p>Start with {@link io.lighter.regionserver.offload.StoreOffload}. Nothing here takes the
 * store's lock, and nothing commits: that stays HBase's business.
 */
package io.lighter.regionserver;
