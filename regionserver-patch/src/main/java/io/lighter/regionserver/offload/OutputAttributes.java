// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.hdfs.LocalAddresses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares an output's attributes in HDFS with those of a file that the region server writes. The
 * request has these settings ({@code SubmitRequest.file_settings}); an older compaction server
 * ignores them.
 *
 * <ul>
 *   <li>Replication and permissions are set if they differ.
 *   <li>Other blocks, or checksums of another kind, are logged and counted: the file is complete,
 *       and these attributes cannot be changed.
 *   <li>A file without checksums where the region server writes some is rejected, since HDFS could
 *       not detect a damaged replica.
 * </ul>
 *
 * <p>Files outside HDFS are not compared. Immutable, thread-safe; one per store.
 */
final class OutputAttributes {
  private static final Logger LOG = LoggerFactory.getLogger(OutputAttributes.class);

  private final FileSystem fs;
  private final Optional<HdfsFileSettings> settings;
  private final short replication;
  private final FsPermission permission;
  private final OffloadMetrics metrics;

  /**
   * Creates the comparison for the outputs of one store.
   *
   * @param settings settings with which the region server creates files; empty if not on HDFS
   * @param familyReplication {@code DFS_REPLICATION} of the family; 0 if not set
   * @param conf configuration of the store
   */
  OutputAttributes(
      FileSystem fs,
      Optional<HdfsFileSettings> settings,
      short familyReplication,
      Configuration conf,
      OffloadMetrics metrics) {
    this.fs = fs;
    this.settings = settings;
    this.replication =
        familyReplication > 0
            ? familyReplication
            : settings.map(each -> (short) each.replication()).orElse((short) 0);
    FsPermission created =
        CommonFSUtils.getFilePermissions(fs, conf, HConstants.DATA_FILE_UMASK_KEY);
    this.permission =
        settings
            .map(each -> created.applyUMask(new FsPermission((short) each.umask())))
            .orElse(created);
    this.metrics = metrics;
  }

  /** Creates the comparison with the settings of a store. */
  static OutputAttributes of(
      HStore store, Optional<HdfsFileSettings> settings, OffloadMetrics metrics) {
    return new OutputAttributes(
        store.getFileSystem(),
        settings,
        store.getColumnFamilyDescriptor().getDFSReplication(),
        store.getReadOnlyConfiguration(),
        metrics);
  }

  /**
   * Sets the attributes that can be set, and counts or rejects other differences.
   *
   * @param output file in the region's {@code .tmp}, already out of the compaction server's reach
   * @throws IOException if an attribute cannot be set, or the output is rejected
   */
  void check(FileStatus output) throws IOException {
    if (settings.isEmpty()) {
      return;
    }
    correct(output);
    compareBlocks(output);
    locate(output);
  }

  private void correct(FileStatus output) throws IOException {
    Path path = output.getPath();
    List<String> differences = new ArrayList<>();
    // HDFS has no replicas of a coded file, and takes permissions from an ACL if the folder has
    // one.
    boolean otherReplication = !output.isErasureCoded() && output.getReplication() != replication;
    boolean otherPermission = !output.hasAcl() && !output.getPermission().equals(permission);
    if (otherReplication) {
      differences.add("replication %d, not %d".formatted(output.getReplication(), replication));
      if (!fs.setReplication(path, replication)) {
        throw new IOException("cannot set the replication of " + path + " to " + replication);
      }
    }
    if (otherPermission) {
      differences.add("permissions %s, not %s".formatted(output.getPermission(), permission));
      fs.setPermission(path, permission);
    }
    if (!differences.isEmpty()) {
      metrics.outputCorrected();
      LOG.warn("output corrected: path={} was={}", path, String.join(", and ", differences));
    }
  }

  private void compareBlocks(FileStatus output) throws IOException {
    HdfsFileSettings expected = settings.orElseThrow();
    List<String> differences = new ArrayList<>();
    if (output.getBlockSize() != expected.blockSize()) {
      differences.add(
          "blocks of %d bytes, not %d".formatted(output.getBlockSize(), expected.blockSize()));
    }
    checksum(output).ifPresent(found -> compare(found, expected, differences));
    if (!differences.isEmpty()) {
      metrics.outputDifferent();
      LOG.warn(
          "output differs: path={} has={}", output.getPath(), String.join(", and ", differences));
    }
  }

  private static void compare(
      ChecksumOpt found, HdfsFileSettings expected, List<String> differences) {
    String type = found.getChecksumType().name();
    if (!type.equals(expected.checksumType())
        || found.getBytesPerChecksum() != expected.bytesPerChecksum()) {
      differences.add(
          "checksums %s of %d bytes, not %s of %d"
              .formatted(
                  type,
                  found.getBytesPerChecksum(),
                  expected.checksumType(),
                  expected.bytesPerChecksum()));
    }
  }

  /**
   * Reads the file's kind of checksums from a DataNode of the first block, with one short call.
   *
   * @return empty if no DataNode answers
   * @throws IOException if the file has no checksums and should have some
   */
  private Optional<ChecksumOpt> checksum(FileStatus output) throws IOException {
    if (output.isErasureCoded()) {
      return Optional.empty();
    }
    FileChecksum first;
    try {
      first = fs.getFileChecksum(output.getPath(), 1);
    } catch (IOException e) {
      LOG.warn("checksums not compared: path={} reason={}", output.getPath(), e.getMessage());
      return Optional.empty();
    }
    if (first != null) {
      return Optional.of(first.getChecksumOpt());
    }
    // HDFS has no object for "no checksums".
    if (!settings.orElseThrow().checksumType().equals(HdfsFileSettings.NO_CHECKSUM)) {
      throw new IOException(
          "%s has no checksums in HDFS, where this region server writes %s"
              .formatted(output.getPath(), settings.orElseThrow().checksumType()));
    }
    return Optional.empty();
  }

  private void locate(FileStatus output) {
    if (output.isErasureCoded()) {
      return;
    }
    try {
      if (!isMostlyLocal(fs.getFileBlockLocations(output, 0, output.getLen()))) {
        metrics.outputNotLocal();
        LOG.debug("output is mostly not local: path={}", output.getPath());
      }
    } catch (IOException e) { // only the counter needs the locations
      LOG.warn("replicas not examined: path={} reason={}", output.getPath(), e.getMessage());
    }
  }

  /** Whether most bytes have a replica on this machine. */
  static boolean isMostlyLocal(BlockLocation[] blocks) throws IOException {
    Map<String, Boolean> isLocal = new HashMap<>(); // a few DataNodes have all blocks
    long local = 0;
    long all = 0;
    for (BlockLocation block : blocks) {
      all += block.getLength();
      for (String address : block.getNames()) {
        if (isLocal.computeIfAbsent(address, LocalAddresses::isLocal)) {
          local += block.getLength();
          break;
        }
      }
    }
    return 2 * local > all;
  }
}
