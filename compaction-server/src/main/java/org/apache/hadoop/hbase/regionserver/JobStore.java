// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.server.job.JobControl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/**
 * A store over the inputs of one job. Its store-file manager has no files: a compactor uses the
 * files of its request. Confined to the thread that runs the job.
 *
 * <p>The store is opened as for a warm-up, so that HBase archives nothing. The caller closes it
 * with {@link #closeFiles}, which leaves every file in place, instead of HBase's close.
 */
public final class JobStore extends HStore {
  private final List<HStoreFile> inputs = new ArrayList<>();
  private final List<HStoreFile> retired;

  /**
   * Creates a store without files; see {@link #openInputs}.
   *
   * @param conf a plain configuration, whose engine and tracker no descriptor overrides
   */
  public JobStore(JobRegion region, ColumnFamilyDescriptor family, Configuration conf)
      throws IOException {
    super(region, family, conf, true);
    OrderedOutputs.install(getStoreEngine(), this.conf, this);
    this.retired =
        region.snapshot().retiredFiles().stream().map(name -> standIn(name, conf)).toList();
  }

  /**
   * Opens the inputs in this order.
   *
   * @param names names of files in the store's folder
   * @param buffers allocator of buffers for reads; HBase releases the buffers
   */
  public List<HStoreFile> openInputs(
      List<String> names, JobControl control, ByteBuffAllocator buffers) throws IOException {
    Path folder = getRegionFileSystem().getStoreDir(getColumnFamilyName());
    InputFiles files = new InputFiles(this, conf);
    // The store's own cache, if any, captures written blocks and nothing else.
    CacheConfig uncached = new CacheConfig(conf, getColumnFamilyDescriptor(), null, buffers);
    for (String name : names) {
      control.throwIfCancelled();
      HStoreFile input =
          new HStoreFile(
              files.describe(new Path(folder, name)),
              getColumnFamilyDescriptor().getBloomFilterType(),
              uncached,
              getStoreEngine().getBloomFilterMetrics());
      input.initReader();
      inputs.add(input);
    }
    return List.copyOf(inputs);
  }

  /**
   * As HBase's, except that DataNodes leave a retained output in their page caches while it is
   * written. Until the warm-up is through, clients' reads of the output go there. HBase's setting
   * ({@code hbase.hfile.drop.behind.compaction}) decides for all other outputs, and the region
   * server's {@code hbase.regionserver.(major|minor)compaction.pagecache.drop} for inputs.
   */
  @Override
  protected CacheConfig createCacheConf(ColumnFamilyDescriptor family) {
    BlockCache capture = getHRegion().getBlockCache();
    if (capture == null) {
      return super.createCacheConf(family);
    }
    Configuration kept =
        new CompoundConfiguration()
            .add(conf)
            .addStringMap(Map.of(CacheConfig.DROP_BEHIND_CACHE_COMPACTION_KEY, "false"));
    return new CacheConfig(
        kept, family, capture, getHRegion().getRegionServicesForStores().getByteBuffAllocator());
  }

  /** The value of the region server's store, of which the inputs may be only a part. */
  @Override
  public OptionalLong getMaxSequenceId() {
    return ((JobRegion) getHRegion()).snapshot().maxSequenceId();
  }

  /**
   * The compacted files of the region server's store. The output must list those that an input
   * lists and that still exist (HBASE-20724), or a crash would restore their cells.
   */
  @Override
  public Collection<HStoreFile> getCompactedFiles() {
    return retired;
  }

  /** Closes all inputs, even if closing one fails; then throws the last failure. */
  public void closeFiles() throws IOException {
    IOException failure = null;
    for (HStoreFile input : inputs) {
      try {
        input.closeStoreFile(false);
      } catch (IOException e) {
        failure = e;
      }
    }
    memstore.close();
    if (failure != null) {
      throw failure;
    }
  }

  /** A store file that only provides its name, and is never opened. */
  private HStoreFile standIn(String name, Configuration conf) {
    StoreFileInfo info =
        new StoreFileInfo(
            conf,
            getFileSystem(),
            new FileStatus(
                0,
                false,
                0,
                0,
                0,
                new Path(getRegionFileSystem().getStoreDir(getColumnFamilyName()), name)),
            null,
            null);
    return new HStoreFile(
        info, getColumnFamilyDescriptor().getBloomFilterType(), CacheConfig.DISABLED);
  }
}
