// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hdfs;

import io.lighter.common.protocol.LighterProtos.FileSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * The settings that HDFS takes from a client's configuration for each file that the client creates.
 * Immutable.
 *
 * <p>HDFS's client reads these settings when it is made ({@code DfsClientConf}); a process that
 * creates a file for another one needs a client with the other's settings.
 *
 * @param replication {@code dfs.replication}, replicas of each block: 1 to 32767
 * @param blockSize {@code dfs.blocksize}, bytes, above zero
 * @param umask {@code fs.permissions.umask-mode} as a number: 0 to 01777
 * @param checksumType {@code dfs.checksum.type}: {@code NULL}, {@code CRC32} or {@code CRC32C}
 * @param bytesPerChecksum {@code dfs.bytes-per-checksum}, bytes: 1 to 1 MiB, and a divisor of the
 *     block size. HDFS's client allocates nine times as much for each file
 */
public record HdfsFileSettings(
    int replication, long blockSize, int umask, String checksumType, int bytesPerChecksum) {

  /** The type without any checksum. */
  public static final String NO_CHECKSUM = "NULL";

  private static final List<String> CHECKSUM_TYPES = List.of(NO_CHECKSUM, "CRC32", "CRC32C");
  private static final int MAX_UMASK = 01777;
  private static final int MAX_BYTES_PER_CHECKSUM = 1 << 20;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public HdfsFileSettings {
    require(
        replication >= 1 && replication <= Short.MAX_VALUE,
        HdfsClientConfigKeys.DFS_REPLICATION_KEY,
        Integer.toString(replication),
        "1 to " + Short.MAX_VALUE);
    require(
        blockSize > 0,
        HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY,
        Long.toString(blockSize),
        "a number of bytes above zero");
    require(
        umask >= 0 && umask <= MAX_UMASK,
        FsPermission.UMASK_LABEL,
        Integer.toOctalString(umask),
        "octal 0 to " + Integer.toOctalString(MAX_UMASK));
    require(
        CHECKSUM_TYPES.contains(checksumType),
        HdfsClientConfigKeys.DFS_CHECKSUM_TYPE_KEY,
        checksumType,
        "one of " + CHECKSUM_TYPES);
    require(
        bytesPerChecksum > 0
            && bytesPerChecksum <= MAX_BYTES_PER_CHECKSUM
            && blockSize % bytesPerChecksum == 0,
        HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY,
        Integer.toString(bytesPerChecksum),
        "1 to %d bytes, a divisor of %s"
            .formatted(MAX_BYTES_PER_CHECKSUM, HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY));
  }

  /**
   * The settings with which a file system creates files. A process reads them once, after it has
   * made its file system, because the client ignores later changes of the configuration.
   *
   * @param fs file system, plain or wrapped by HBase
   * @return empty for other file systems than HDFS, which ignore these settings
   */
  public static Optional<HdfsFileSettings> of(FileSystem fs) throws IOException {
    FileSystem backing = fs instanceof HFileSystem wrapped ? wrapped.getBackingFs() : fs;
    return backing instanceof DistributedFileSystem
        ? Optional.of(of(backing.getConf()))
        : Optional.empty();
  }

  /**
   * The settings with which an HDFS client of this configuration creates files, including HDFS's
   * defaults.
   *
   * @throws IllegalArgumentException if a value is outside its range
   */
  public static HdfsFileSettings of(Configuration conf) {
    return new HdfsFileSettings(
        conf.getInt(
            HdfsClientConfigKeys.DFS_REPLICATION_KEY, HdfsClientConfigKeys.DFS_REPLICATION_DEFAULT),
        conf.getLongBytes(
            HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, HdfsClientConfigKeys.DFS_BLOCK_SIZE_DEFAULT),
        FsPermission.getUMask(conf).toShort(),
        checksumType(conf),
        conf.getInt(
            HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY,
            HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT));
  }

  /**
   * Settings that another process has sent.
   *
   * @throws IllegalArgumentException if a value is missing or outside its range
   */
  public static HdfsFileSettings of(FileSettings settings) {
    return new HdfsFileSettings(
        settings.getReplication(),
        settings.getBlockSize(),
        settings.hasUmask() ? settings.getUmask() : -1, // -1 is refused; 0 would be a valid umask
        settings.getChecksumType(),
        settings.getBytesPerChecksum());
  }

  /** The settings as sent to another process. */
  public FileSettings toProto() {
    return FileSettings.newBuilder()
        .setReplication(replication)
        .setBlockSize(blockSize)
        .setUmask(umask)
        .setChecksumType(checksumType)
        .setBytesPerChecksum(bytesPerChecksum)
        .build();
  }

  /** Makes HDFS clients of this configuration create files with these settings. */
  public void applyTo(Configuration conf) {
    conf.setInt(HdfsClientConfigKeys.DFS_REPLICATION_KEY, replication);
    conf.setLong(HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, blockSize);
    conf.set(FsPermission.UMASK_LABEL, "%04o".formatted(umask)); // octal
    conf.set(HdfsClientConfigKeys.DFS_CHECKSUM_TYPE_KEY, checksumType);
    conf.setInt(HdfsClientConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY, bytesPerChecksum);
  }

  /** The checksum type as HDFS's client reads it: an unknown name means the default. */
  private static String checksumType(Configuration conf) {
    String configured =
        conf.get(
            HdfsClientConfigKeys.DFS_CHECKSUM_TYPE_KEY,
            HdfsClientConfigKeys.DFS_CHECKSUM_TYPE_DEFAULT);
    return CHECKSUM_TYPES.contains(configured)
        ? configured
        : HdfsClientConfigKeys.DFS_CHECKSUM_TYPE_DEFAULT;
  }

  private static void require(boolean condition, String key, String value, String allowed) {
    if (!condition) {
      throw new IllegalArgumentException("%s = '%s': expected %s".formatted(key, value, allowed));
    }
  }

  /** Key and value of each setting, for logs. */
  @Override
  public String toString() {
    return "replication=%d blocksize=%d umask=%03o checksum=%s bytes-per-checksum=%d"
        .formatted(replication, blockSize, umask, checksumType, bytesPerChecksum);
  }
}
