// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsJobFoldersTest {
  @Test
  void lateFileDoesNotRestoreFoldersOfADroppedTable(@TempDir File root) throws IOException {
    JobSpec job = jobIn(root);
    try (RawLocalFileSystem local = local();
        HdfsJobFolders real = new HdfsJobFolders(local)) {
      local.create(new Path(job.folder().path(), "output")).close();

      real.delete(job, List.of());

      assertThat(root).isEmptyDirectory();
    }
  }

  /** HDFS creates the file of an interrupted call after the folder was deleted. */
  @Test
  void folderThatComesBackIsDeletedAgain(@TempDir File root) throws IOException {
    JobSpec job = jobIn(root);
    Path output = new Path(job.folder().path(), "output");
    AtomicInteger deletions = new AtomicInteger();
    try (RawLocalFileSystem late =
            new RawLocalFileSystem() {
              @Override
              public boolean delete(Path path, boolean recursive) throws IOException {
                boolean deleted = super.delete(path, recursive);
                if (deletions.getAndIncrement() == 0) {
                  create(output).close();
                }
                return deleted;
              }
            };
        HdfsJobFolders real = new HdfsJobFolders(late)) {
      late.initialize(URI.create("file:///"), new Configuration(false));
      late.create(output).close();

      real.delete(job, List.of());

      assertThat(root).isEmptyDirectory();
    }
  }

  @Test
  void foldersOfAnExistingRegionAreNotDeleted(@TempDir File root) throws IOException {
    JobSpec job = jobIn(root);
    Path region = job.regionTempDir().getParent();
    try (RawLocalFileSystem local = local();
        HdfsJobFolders real = new HdfsJobFolders(local)) {
      local.create(new Path(job.folder().path(), "output")).close();
      local.create(new Path(region, HRegionFileSystem.REGION_INFO_FILE)).close();

      real.delete(job, List.of());

      assertThat(local.exists(job.folder().path())).isFalse();
      assertThat(local.exists(job.regionTempDir())).isTrue();
    }
  }

  /** The rest may be another job's output, or the store files of a region without that file. */
  @Test
  void nonEmptyFolderIsNotDeleted(@TempDir File root) throws IOException {
    JobSpec job = jobIn(root);
    Path others = new Path(job.regionTempDir().getParent(), "f/abc");
    try (RawLocalFileSystem local = local();
        HdfsJobFolders real = new HdfsJobFolders(local)) {
      local.create(new Path(job.folder().path(), "output")).close();
      local.create(others).close();

      real.delete(job, List.of());

      assertThat(local.exists(job.folder().path())).isFalse();
      assertThat(local.exists(others)).isTrue();
    }
  }

  /** HBase deletes claims when it opens the region, after the next owner has looked at them. */
  @Test
  void completeFileWithoutAClaimIsDeleted(@TempDir File root) throws IOException {
    JobSpec plain = jobIn(root);
    JobSpec job =
        new JobSpec(
            plain.id(),
            plain.request().toBuilder().setInFamilyFolder(true).build(),
            plain.regionServerTime(),
            plain.table(),
            plain.family(),
            plain.region(),
            plain.tableDir(),
            plain.regionTempDir(),
            plain.inputBytes(),
            plain.dataNodes(),
            plain.favoredNodes(),
            plain.regionServersDataNode());
    Path file = job.output().output(job.family().getNameAsString(), "abc");
    Path other = new Path(file.getParent(), "def");
    try (RawLocalFileSystem local = local();
        HdfsJobFolders real = new HdfsJobFolders(local)) {
      local.create(file).close();
      local.create(other).close();

      real.delete(job, List.of("abc"));

      assertThat(local.exists(file)).isFalse();
      assertThat(local.exists(other)).isTrue();
    }
  }

  private static RawLocalFileSystem local() throws IOException {
    RawLocalFileSystem local = new RawLocalFileSystem();
    local.initialize(URI.create("file:///"), new Configuration(false));
    return local;
  }

  private static JobSpec jobIn(File root) {
    JobSpec job = TestJobs.spec(1, 1);
    Path region = new Path(root.getPath(), "t/" + job.region().getEncodedName());
    return new JobSpec(
        job.id(),
        job.request(),
        job.regionServerTime(),
        job.table(),
        job.family(),
        job.region(),
        region.getParent(),
        new Path(region, ".tmp"),
        job.inputBytes(),
        job.dataNodes(),
        job.favoredNodes(),
        job.regionServersDataNode());
  }
}
