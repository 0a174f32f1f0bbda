// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import org.apache.hadoop.hbase.regionserver.StoreContext;

/** A copy of {@link StoreContext}s, which HBase lacks. */
public final class StoreContexts {
  private StoreContexts() {}

  /** A builder that starts with the values of {@code context}. */
  public static StoreContext.Builder copyOf(StoreContext context) {
    return StoreContext.getBuilder()
        .withBlockSize(context.getBlockSize())
        .withEncryptionContext(context.getEncryptionContext())
        .withCacheConfig(context.getCacheConf())
        .withRegionFileSystem(context.getRegionFileSystem())
        .withCellComparator(context.getComparator())
        .withBloomType(context.getBloomFilterType())
        .withCompactedFilesSupplier(context.getCompactedFilesSupplier())
        .withFavoredNodesSupplier(context::getFavoredNodes)
        .withColumnFamilyDescriptor(context.getFamily())
        .withFamilyStoreDirectoryPath(context.getFamilyStoreDirectoryPath())
        .withRegionCoprocessorHost(context.getCoprocessorHost());
  }
}
