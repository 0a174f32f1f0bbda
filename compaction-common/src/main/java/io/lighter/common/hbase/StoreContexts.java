package io.lighter.common.hbase;

import org.apache.hadoop.hbase.regionserver.StoreContext;

/** What HBase lacks for {@link StoreContext}s. */
public final class StoreContexts {
  private StoreContexts() {}

  /** A builder of a context that is as another one, but for what is set afterwards. */
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
