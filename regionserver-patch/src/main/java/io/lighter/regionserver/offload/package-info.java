/**
 * A compaction that leaves the region server: the rules, the job, its output, and the way back to
 * HBase's own compaction.
 *
 * <p>Start with {@link io.lighter.regionserver.offload.StoreOffload}. A compaction runs on one of
 * HBase's compaction threads, which only waits while the job is away; {@link
 * io.lighter.regionserver.offload.RegionServerOffload} is what all stores of a region server share.
 */
package io.lighter.regionserver.offload;
