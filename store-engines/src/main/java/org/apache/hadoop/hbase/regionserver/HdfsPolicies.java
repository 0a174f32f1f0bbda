// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.placement.PolicyFileSystem;
import io.lighter.engine.placement.StoredFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Storage policies of HDFS, for region servers and commands. Thread-safe. Calls have the deadlines
 * of HDFS's client.
 */
@InterfaceAudience.Private
public final class HdfsPolicies implements PolicyFileSystem {
  /** The storage policy of a file that neither has nor inherits one. */
  private static final byte UNSPECIFIED = 0;

  private final DistributedFileSystem hdfs;

  /** The policies by name; null until they were read. HDFS has the same ones until it restarts. */
  private volatile Map<String, BlockStoragePolicy> policies;

  private HdfsPolicies(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * Returns the policies of a file system; empty if it is not HDFS.
   *
   * @param fs file system, plain or wrapped by HBase; null: none
   */
  public static Optional<PolicyFileSystem> of(FileSystem fs) throws IOException {
    FileSystem backing = fs instanceof HFileSystem wrapped ? wrapped.getBackingFs() : fs;
    return backing instanceof DistributedFileSystem hdfs
        ? Optional.of(new HdfsPolicies(hdfs))
        : Optional.empty();
  }

  @Override
  public Folder list(String path) throws IOException {
    Path folder = new Path(path);
    String inherited = hdfs.getStoragePolicy(folder).getName();
    Map<Byte, String> names = new HashMap<>();
    policies().forEach((name, policy) -> names.put(policy.getId(), name));
    Map<String, StoredFile> files = new HashMap<>();
    RemoteIterator<LocatedFileStatus> all = hdfs.listLocatedStatus(folder);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      if (file.isFile() && !file.isErasureCoded() && file instanceof HdfsFileStatus status) {
        byte id = status.getStoragePolicy();
        String policy = id == UNSPECIFIED ? inherited : names.getOrDefault(id, "policy-" + id);
        String name = file.getPath().getName();
        files.put(name, new StoredFile(name, file.getReplication(), policy, blocks(file)));
      }
    }
    return new Folder(inherited, files);
  }

  private static List<StoredFile.Block> blocks(LocatedFileStatus file) {
    return Stream.of(file.getBlockLocations())
        .map(block -> new StoredFile.Block(block.getLength(), names(block)))
        .toList();
  }

  private static List<String> names(BlockLocation block) {
    return Stream.of(block.getStorageTypes()).map(StorageType::name).toList();
  }

  @Override
  public PolicyTypes types() throws IOException {
    Map<String, BlockStoragePolicy> all = policies();
    return (name, replicas) -> {
      BlockStoragePolicy policy = all.get(name);
      return policy == null
          ? List.of()
          : policy.chooseStorageTypes((short) replicas).stream().map(StorageType::name).toList();
    };
  }

  private Map<String, BlockStoragePolicy> policies() throws IOException {
    Map<String, BlockStoragePolicy> known = policies;
    if (known == null) {
      Map<String, BlockStoragePolicy> all = new HashMap<>();
      for (BlockStoragePolicy policy : hdfs.getAllStoragePolicies()) {
        all.put(policy.getName(), policy);
      }
      known = Map.copyOf(all);
      policies = known;
    }
    return known;
  }

  @Override
  public void setPolicy(String folder, String file, String policy) throws IOException {
    hdfs.setStoragePolicy(new Path(folder, file), policy);
  }

  @Override
  public void unsetPolicy(String folder, String file) throws IOException {
    hdfs.unsetStoragePolicy(new Path(folder, file));
  }

  @Override
  public void satisfy(String folder, String file) throws IOException {
    hdfs.satisfyStoragePolicy(new Path(folder, file)); // the NameNode ignores a second request
  }
}
