// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.fs.s3a.S3AFileSystem;

/**
 * S3A that stays open. The region servers of a mini cluster share it, and a killed one closes its
 * file system. So a killed region server can go on to write, as one that hangs.
 */
public final class SharedS3A extends S3AFileSystem {
  /** Does nothing; the JVM of the test ends soon. */
  @Override
  public void close() {}
}
