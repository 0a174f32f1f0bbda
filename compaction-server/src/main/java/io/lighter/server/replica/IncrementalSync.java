// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.crypto.CryptoOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.ReplicaFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;

/**
 * Writes a file to the disks while it grows, and not as a whole when a block ends. As thread-safe
 * as HDFS's own stream.
 *
 * <p>A DataNode keeps what it receives in its page cache. It writes a block to the disk when the
 * kernel decides so, or at the block's end ({@code dfs.datanode.synconclose}): 128 MB at once. A
 * region server's log on the same disk waits for that. With ext4, an append needs the file system's
 * journal, and a commit of the journal queues behind the block. RocksDB's {@code bytes_per_sync}
 * has the same purpose.
 */
final class IncrementalSync extends HdfsDataOutputStream {
  private final long every;

  /** Position up to which the file is synced. Guarded by this. */
  private long synced;

  private IncrementalSync(
      DFSOutputStream file, FileSystem.Statistics counted, long start, long every)
      throws IOException {
    super(file, counted, start);
    this.every = every;
    this.synced = start;
  }

  private IncrementalSync(
      CryptoOutputStream file, FileSystem.Statistics counted, long start, long every)
      throws IOException {
    super(file, counted, start);
    this.every = every;
    this.synced = start;
  }

  /**
   * Streams that are synced each time this many bytes were written.
   *
   * @param every above 0
   */
  static ReplicaFileSystem.Output every(long every) {
    return (stream, start, counted) -> {
      OutputStream file = stream.getWrappedStream();
      if (file instanceof CryptoOutputStream encrypted) {
        return new IncrementalSync(encrypted, counted, start, every);
      }
      return new IncrementalSync((DFSOutputStream) file, counted, start, every);
    };
  }

  @Override
  public synchronized void write(int value) throws IOException {
    super.write(value);
    syncIfDue();
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    super.write(bytes, offset, length);
    syncIfDue();
  }

  /** By position, because {@link java.io.DataOutputStream} writes numbers past {@code write}. */
  private void syncIfDue() throws IOException {
    if (getPos() - synced >= every) {
      hsync();
    }
  }

  @Override
  public synchronized void hsync() throws IOException {
    super.hsync();
    synced = getPos();
  }
}
