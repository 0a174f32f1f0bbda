// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.testing.fixtures.PlainLocalFileSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system, in which store files with some policies find no room, with the text of
 * HDFS. As in HDFS, the file exists nevertheless, and the stream tells the reason once.
 */
public final class FullTiersFileSystem extends PlainLocalFileSystem {
  /** Stands for the policy of the family's folder. */
  static final String FAMILY = "*";

  private static final AtomicReference<Set<String>> FULL = new AtomicReference<>(Set.of());
  private static final AtomicReference<String> MESSAGE = new AtomicReference<>("");
  private static final Map<String, String> POLICIES = new ConcurrentHashMap<>();

  /** Sets the policies without room. */
  static void full(String... policies) {
    failing("could only be written to 0 of the 1 minReplication nodes.", policies);
  }

  /** Sets the policies with which writes fail, and the text of the error. */
  static void failing(String message, String... policies) {
    MESSAGE.set(message);
    FULL.set(Set.of(policies));
  }

  /** Returns the policy that was set on a file or folder; null for none. */
  static String policyOf(Path file) {
    return POLICIES.get(file.toUri().getPath());
  }

  @Override
  public void setStoragePolicy(Path file, String policy) {
    POLICIES.put(file.toUri().getPath(), policy);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    String policy = policyOf(from);
    if (policy != null) {
      POLICIES.put(to.toUri().getPath(), policy);
    }
    return super.rename(from, to);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    FSDataOutputStream out =
        super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
    boolean isStoreFile = file.getName().matches("[0-9a-f]{32}");
    String folder = file.getParent().getName();
    String policy =
        folder.startsWith(HConstants.STORAGE_POLICY_PREFIX)
            ? folder.substring(HConstants.STORAGE_POLICY_PREFIX.length())
            : FAMILY;
    return isStoreFile && FULL.get().contains(policy)
        ? new FSDataOutputStream(new Failing(out), null)
        : out;
  }

  private static final class Failing extends OutputStream {
    private final FSDataOutputStream out;
    private boolean told;

    Failing(FSDataOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      fail();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      fail();
    }

    private void fail() throws IOException {
      if (told) {
        throw new ClosedChannelException();
      }
      told = true;
      throw new IOException(MESSAGE.get());
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
