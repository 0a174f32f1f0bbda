/**
 * The plug-in inside the region server: what {@code OffloadingStoreEngine} (which HBase loads)
 * delegates to. It decides whether a compaction leaves the region server, follows it on a
 * compaction server, takes its output over, and falls back to HBase's own compaction.
 *
 * <p>Start with {@link io.lighter.regionserver.StoreOffload}. A compaction runs on one of HBase's
 * compaction threads, which only waits while the job is away; {@link
 * io.lighter.regionserver.ServerDirectory} has the one thread of ours. Nothing here takes the
 * store's lock, and nothing commits: that stays HBase's business.
 */
package io.lighter.regionserver;
