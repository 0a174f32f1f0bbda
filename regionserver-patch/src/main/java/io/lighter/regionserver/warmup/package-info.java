/**
 * The warm-up inside a region server: which files a read gets while it goes on, when it starts and
 * ends, and what it leaves behind when something fails. What happens to blocks is in {@link
 * io.lighter.warmup}.
 *
 * <p>Start at {@link io.lighter.regionserver.warmup.StoreWarmups}, which the store engine calls,
 * and for tables that an operator wants warm at {@link
 * io.lighter.regionserver.warmup.request.WarmRequestWatch}. Reads come through {@link
 * io.lighter.regionserver.warmup.RoutedStoreFileManager} on HBase's handler threads; warm-ups run
 * on the threads of {@link io.lighter.regionserver.warmup.WarmupScheduler}.
 */
package io.lighter.regionserver.warmup;
