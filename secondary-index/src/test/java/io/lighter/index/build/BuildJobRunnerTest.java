// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges on the local file system, as a compaction server runs them. */
class BuildJobRunnerTest {
  private static final BuildId BUILD = new BuildId("ib-0123456789abcdef");
  private static final ColumnFamilyDescriptor FAMILY =
      ColumnFamilyDescriptorBuilder.of(IndexNames.family());
  private static final String REGION = "0123456789abcdef0123456789abcdef";

  @TempDir private java.nio.file.Path temp;

  private final Configuration conf = HBaseConfiguration.create();
  private FileSystem fs;
  private Path folder;
  private WorkFolder work;

  @BeforeEach
  void open() throws IOException {
    fs = FileSystem.getLocal(conf);
    folder = new Path(temp.toUri().getPath() + "/lighter-index/" + BUILD);
    work = new WorkFolder(fs, folder, BUILD);
  }

  private BuildJob.Result merge(LongAdder done) throws IOException {
    BuildJob job =
        new BuildJob(
            BuildJobId.random(),
            new IndexBuilder.Target(
                BUILD, TableName.valueOf("t"), IndexSpec.parse("city", "value f:city string")),
            folder,
            FAMILY,
            new BuildJob.Merge(ByteString.EMPTY, ByteString.copyFromUtf8("m"), List.of(REGION)));
    return new BuildJobRunner(conf, fs).run(job, done);
  }

  private void writeRun(String... rows) throws IOException {
    work.plan(1);
    Path whole = new Path(work.attempt(), "whole");
    try (EntryFiles.Writer writer = new EntryFiles(conf, fs, FAMILY).create(whole)) {
      for (String row : rows) {
        writer.append(Bytes.toBytes(row), 7);
      }
    }
    work.keep(whole, REGION);
    work.deleteAttempt(whole.getParent());
  }

  private int attempts() throws IOException {
    return fs.listStatus(new Path(folder, "attempts")).length;
  }

  @Test
  void mergedFileStaysInItsAttempt() throws IOException {
    writeRun("a", "b", "z");
    LongAdder done = new LongAdder();

    BuildJob.Result result = merge(done);

    assertThat(result.entries()).isEqualTo(2);
    Path file = FileWork.file(work.attempt(result.attempt().orElseThrow()));
    assertThat(new EntryFiles(conf, fs, FAMILY).entries(file)).isEqualTo(2);
    assertThat(done.sum()).isEqualTo(2);
  }

  @Test
  void jobWithoutEntriesLeavesNoAttempt() throws IOException {
    writeRun("z");

    BuildJob.Result result = merge(new LongAdder());

    assertThat(result.entries()).isZero();
    assertThat(result.attempt()).isEmpty();
    assertThat(attempts()).isZero();
  }

  /** The mutant "attempts are not deleted" fails here. */
  @Test
  void interruptedJobLeavesNoAttempt() throws IOException {
    writeRun("a", "b");
    Thread.currentThread().interrupt();

    assertThatIOException().isThrownBy(() -> merge(new LongAdder()));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempts()).isZero();
  }

  /** The mutant "the plan is not looked at" fails here. */
  @Test
  void jobOfABuildThatHasEndedWritesNothing() throws IOException {
    assertThatExceptionOfType(FileNotFoundException.class)
        .isThrownBy(() -> merge(new LongAdder()))
        .withMessage(BUILD + " has ended");

    assertThat(fs.exists(folder.getParent())).isFalse();
  }

  @Test
  void attemptThatOutlivesItsBuildIsDeletedWithItsFolders() throws IOException {
    Path attempt = work.attempt();

    work.deleteAttempt(attempt);

    assertThat(fs.exists(folder)).isFalse();
  }
}
