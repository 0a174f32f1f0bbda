// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import java.util.Optional;
import org.apache.hbase.thirdparty.io.netty.util.internal.PlatformDependent;

/**
 * The JVM's limit for off-heap memory, which the cache of outputs shares with the buffers of RPC
 * and of the file system.
 */
public final class DirectMemory {
  private static final long LEAST_MARGIN = 512L << 20;

  private DirectMemory() {}

  /**
   * The JVM option that gives a compaction server room for its cache.
   *
   * @param cacheBytes {@code lighter.server.cache.size}
   */
  public static String jvmOption(long cacheBytes) {
    return "-XX:MaxDirectMemorySize=" + (cacheBytes + Math.max(LEAST_MARGIN, cacheBytes / 4));
  }

  /** The limit of this JVM by Netty, which allocates the cache. */
  static long limit() {
    return PlatformDependent.maxDirectMemory();
  }

  /**
   * A warning if the cache cannot reach its configured size.
   *
   * @param limit limit of the JVM
   */
  static Optional<String> shortage(long cacheBytes, long limit) {
    return limit >= cacheBytes
        ? Optional.empty()
        : Optional.of(
            ("lighter.server.cache.size is %d bytes, but this JVM's direct memory only %d: what"
                    + " does not fit is dropped; start it with %s")
                .formatted(cacheBytes, limit, jvmOption(cacheBytes)));
  }
}
