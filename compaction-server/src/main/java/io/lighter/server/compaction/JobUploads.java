// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.util.Progressable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file system of one job that writes into the family's folder. A file that is closed after the
 * job was given up is aborted, if the file system can: HBase's compactors close a file before they
 * delete it, and closing would complete the upload. As thread-safe as the file system underneath.
 */
final class JobUploads extends HFileSystem {
  private static final Logger LOG = LoggerFactory.getLogger(JobUploads.class);

  private final HFileSystem original;

  private JobUploads(HFileSystem original, FileSystem aborting) {
    super(aborting);
    this.original = original;
  }

  /**
   * Wraps a file system that can abort files; returns any other one. The caller closes it.
   *
   * @param givenUp whether the job was given up; called by any thread
   */
  static HFileSystem of(HFileSystem fs, BooleanSupplier givenUp) throws IOException {
    if (!fs.hasPathCapability(fs.getWorkingDirectory(), CommonPathCapabilities.ABORTABLE_STREAM)) {
      return fs;
    }
    return new JobUploads(fs, new Aborting(fs.getBackingFs(), givenUp));
  }

  @Override
  public boolean useHBaseChecksum() {
    return original.useHBaseChecksum();
  }

  @Override
  public FileSystem getNoChecksumFs() {
    return original.getNoChecksumFs();
  }

  /** Leaves the file system underneath open, which other jobs use. */
  @Override
  public void close() {}

  /** Creates the files. */
  private static final class Aborting extends FilterFileSystem {
    private final BooleanSupplier givenUp;

    Aborting(FileSystem fs, BooleanSupplier givenUp) {
      super(fs);
      this.givenUp = givenUp;
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
      return new Upload(
          file,
          super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress),
          givenUp);
    }
  }

  /** A file in progress. */
  private static final class Upload extends FSDataOutputStream {
    private final Path file;
    private final FSDataOutputStream stream;
    private final BooleanSupplier givenUp;

    Upload(Path file, FSDataOutputStream stream, BooleanSupplier givenUp) throws IOException {
      super((OutputStream) stream, null);
      this.file = file;
      this.stream = stream;
      this.givenUp = givenUp;
    }

    @Override
    public void close() throws IOException {
      if (givenUp.getAsBoolean()) {
        LOG.info("upload aborted: {} result={}", file, stream.abort());
      }
      super.close();
    }
  }
}
