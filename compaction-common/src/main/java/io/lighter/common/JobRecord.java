// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hbase.thirdparty.com.google.common.io.ByteStreams;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job that may outlive its region server, as the region's next owner finds it in the file system:
 * the job's folder, with a file that has the request. The compaction server writes the file before
 * the job reads its first cell. Immutable.
 *
 * @param folder the job's folder, below {@link JobFolder#outliving}
 * @param request the request as it was submitted; empty if the file is missing, incomplete or
 *     invalid, so that the job cannot be adopted
 */
public record JobRecord(JobFolder folder, Optional<SubmitRequest> request) {
  private static final Logger LOG = LoggerFactory.getLogger(JobRecord.class);

  /** Name of the file; no family and no output has such a name. */
  private static final String FILE = ".job";

  /** Longest request; one with 100 000 input files has about 6 MB. */
  private static final int MOST_BYTES = 32 << 20;

  /**
   * Writes the file of a job.
   *
   * @throws IOException if the file exists or cannot be written
   */
  public static void write(FileSystem fs, JobFolder folder, SubmitRequest request)
      throws IOException {
    try (OutputStream out = fs.create(new Path(folder.path(), FILE), false)) {
      request.writeDelimitedTo(out); // the length shows whether the file is complete
    }
  }

  /**
   * Finds the jobs of a region that may outlive their region server.
   *
   * @param regionDir the region's folder
   * @return one record for each job's folder; usually none
   * @throws IOException if the file system does not answer
   */
  public static List<JobRecord> find(FileSystem fs, Path regionDir) throws IOException {
    Path jobs = JobFolder.outliving(regionDir);
    List<JobRecord> found = new ArrayList<>();
    for (FileStatus status : list(fs, jobs)) {
      String name = status.getPath().getName();
      if (CompactionJobId.isId(name)) {
        JobFolder folder = new JobFolder(jobs, new CompactionJobId(name));
        found.add(new JobRecord(folder, read(fs, folder)));
      }
    }
    return found;
  }

  private static Optional<SubmitRequest> read(FileSystem fs, JobFolder folder) {
    try (InputStream in = fs.open(new Path(folder.path(), FILE))) {
      byte[] bytes = ByteStreams.toByteArray(ByteStreams.limit(in, MOST_BYTES));
      return Optional.of(parse(bytes))
          .filter(found -> found.getJobId().equals(folder.job().value()));
    } catch (IOException e) { // also protobuf's, of an incomplete file
      LOG.info("cannot read the record of a job: {} folder={}", folder.job(), folder, e);
      return Optional.empty();
    }
  }

  /** Compares the length first: protobuf accepts a message that ends after any field. */
  private static SubmitRequest parse(byte[] bytes) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    int length = in.readRawVarint32();
    if (length != bytes.length - in.getTotalBytesRead()) {
      throw new EOFException("%d bytes of a request of %d".formatted(bytes.length, length));
    }
    return SubmitRequest.parseFrom(in);
  }

  private static FileStatus[] list(FileSystem fs, Path folder) throws IOException {
    try {
      return fs.listStatus(folder);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
