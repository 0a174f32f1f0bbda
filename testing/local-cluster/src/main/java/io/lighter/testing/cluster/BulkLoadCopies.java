// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises the copy of a bulk load's source that HBase leaves in a family's folder, on a file
 * system other than HDFS ({@code docs/internals/hbase-bugs.md}). Immutable.
 *
 * <p>A copy is directly in the folder, keeps the source's name, and has the time that only the
 * writer of a bulk load's source puts into a file. A file that a bulk load has committed has
 * another name. Flushes and compactions, local and offloaded ones, write no such time.
 */
record BulkLoadCopies(Configuration conf, FileSystem fs) {
  private static final Logger LOG = LoggerFactory.getLogger(BulkLoadCopies.class);

  /** Part of the name of each file that a bulk load has committed. */
  private static final String COMMITTED = "_SeqId_";

  /**
   * Whether a file that no list names is such a copy.
   *
   * @param families folders of the region's families
   * @throws IOException if the file is gone, or the file system does not answer
   */
  boolean contains(Set<Path> families, Path file) throws IOException {
    if (!families.contains(file.getParent())
        || file.getName().contains(COMMITTED)
        || fs.getFileStatus(file).getLen() == 0) {
      return false;
    }
    try (HFile.Reader reader = HFile.createReader(fs, file, conf)) {
      return reader.getHFileInfo().containsKey(HStoreFile.BULKLOAD_TIME_KEY);
    } catch (CorruptHFileException e) {
      LOG.info("not a store file path={}", file, e);
      return false;
    }
  }
}
