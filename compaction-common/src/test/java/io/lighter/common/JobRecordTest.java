// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobRecordTest {
  private final RawLocalFileSystem fs = new RawLocalFileSystem();
  private final CompactionJobId job = CompactionJobId.random();
  private Path region;
  private JobFolder folder;

  @TempDir private File root;

  @BeforeEach
  void openFileSystem() throws IOException {
    fs.initialize(URI.create("file:///"), new Configuration(false));
    region = new Path(root.getPath(), "t/region");
    folder = new JobFolder(JobFolder.outliving(region), job);
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  @Test
  void regionWithoutJobsHasNoRecords() throws IOException {
    assertThat(JobRecord.find(fs, region)).isEmpty();
  }

  @Test
  void requestIsFoundAsItWasWritten() throws IOException {
    SubmitRequest request = request(job);
    JobRecord.write(fs, folder, request);
    fs.mkdirs(new Path(JobFolder.outliving(region), "other"));

    assertThat(JobRecord.find(fs, region))
        .containsExactly(new JobRecord(folder, Optional.of(request)));
  }

  @Test
  void folderWithoutARecordIsFound() throws IOException {
    fs.mkdirs(new Path(folder.path(), "f"));

    assertThat(JobRecord.find(fs, region)).containsExactly(new JobRecord(folder, Optional.empty()));
  }

  /** A compaction server may die at any byte. */
  @Test
  void incompleteRecordHasNoRequest() throws IOException {
    JobRecord.write(fs, folder, request(job));
    File file = new File(folder.path().toUri().getPath(), ".job");
    byte[] complete = Files.readAllBytes(file.toPath());

    for (int length = 0; length < complete.length; length++) {
      Files.write(file.toPath(), Arrays.copyOf(complete, length));
      assertThat(JobRecord.find(fs, region))
          .as("%d bytes", length)
          .containsExactly(new JobRecord(folder, Optional.empty()));
    }
  }

  @Test
  void recordOfAnotherJobHasNoRequest() throws IOException {
    JobRecord.write(fs, folder, request(CompactionJobId.random()));

    assertThat(JobRecord.find(fs, region)).containsExactly(new JobRecord(folder, Optional.empty()));
  }

  @Test
  void recordIsWrittenOnce() throws IOException {
    JobRecord.write(fs, folder, request(job));

    assertThatIOException().isThrownBy(() -> JobRecord.write(fs, folder, request(job)));
  }

  /** HBase takes each folder with the name of a family for one. */
  @Test
  void folderOfJobsIsNoFamily() {
    assertThat(JobFolder.outliving(region).getName()).startsWith(".");
  }

  private static SubmitRequest request(CompactionJobId job) {
    return SubmitRequest.newBuilder()
        .setProtocolVersion(1)
        .setJobId(job.value())
        .setRegionServer("rs.example.org,16020,1")
        .setTableDescriptor(ByteString.copyFromUtf8("table"))
        .setRegionInfo(ByteString.copyFromUtf8("region"))
        .setFamily(ByteString.copyFromUtf8("f"))
        .setEngine("engine")
        .setMajor(true)
        .setAllFiles(true)
        .setSmallestReadPoint(7)
        .setPriority(1)
        .setDeadlineMs(1)
        .setHeartbeatTimeoutMs(1)
        .setGraceMs(60_000)
        .setCompactionServer("cs.example.org,16040,1")
        .build();
  }
}
