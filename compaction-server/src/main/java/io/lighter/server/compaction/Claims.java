// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.ClaimedOutput;
import io.lighter.common.JobFolder;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims of one job that writes into the family's folder, see {@link ClaimedOutput}. Unless the
 * claims are confirmed, closing them deletes the files: the region server may have deleted the
 * claims before a file appeared. Confined to the job's thread.
 */
final class Claims implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private final FileSystem fs;
  private final JobSpec spec;
  private final String family;
  private final ClaimedOutput output;
  private final List<String> names = new ArrayList<>();
  private boolean confirmed;

  Claims(FileSystem fs, JobSpec spec) {
    this.fs = fs;
    this.spec = spec;
    this.family = spec.family().getNameAsString();
    this.output = new ClaimedOutput(spec.folder());
  }

  /**
   * Claims a file. HBase calls the method just before it creates the file ({@code
   * StoreFileWriter.Builder.build}).
   *
   * @throws UncheckedIOException if the claim cannot be created, or the file is to be elsewhere: in
   *     the folder of a storage policy, from which a commit would rename it
   */
  void add(Path file) {
    try {
      JobFolder.requireOutputName(file.getName());
      if (!file.equals(output.output(family, file.getName()))) {
        throw new IOException(
            file
                + " is not in the family's folder: storage policies need a file system that"
                + " renames");
      }
      names.add(file.getName());
      output.claim(fs, family, file.getName());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends the job's part, after all files are complete.
   *
   * @param outputs names of the files that are reported to the region server
   * @throws IOException if a file is not claimed any more: the region server, or the region's next
   *     owner, has given the job up
   */
  void confirm(List<String> outputs) throws IOException {
    for (String name : outputs) {
      if (!names.contains(name) || !output.isClaimed(fs, family, name)) {
        throw new IOException(spec.id() + " was given up: no claim of " + name);
      }
    }
    confirmed = true;
  }

  /** Deletes the files, unless they are confirmed. A failure is logged: the claims may remain. */
  @Override
  public void close() {
    if (confirmed) {
      return;
    }
    for (String name : names) {
      Path file = output.output(family, name);
      try {
        fs.delete(file, false);
      } catch (IOException e) {
        LOG.warn("{}: cannot delete {}; it is deleted with its claim", spec.id(), file, e);
      }
    }
  }
}
