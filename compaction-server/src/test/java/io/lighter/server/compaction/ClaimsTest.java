// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.ClaimedOutput;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsTest {
  private static final String OUTPUT = "0123456789abcdef0123456789abcdef";
  private static final String FAMILY = TestJobs.FAMILY.getNameAsString();

  private final RawLocalFileSystem fs = new RawLocalFileSystem();
  private JobSpec spec;
  private ClaimedOutput output;
  private Path file;

  @BeforeEach
  void open(@TempDir File root) throws IOException {
    fs.initialize(URI.create("file:///"), new Configuration(false));
    JobSpec job = TestJobs.spec(1, 1);
    Path region = new Path(root.getPath(), "t/" + job.region().getEncodedName());
    spec =
        new JobSpec(
            job.id(),
            job.request().toBuilder().setInFamilyFolder(true).build(),
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
    output = (ClaimedOutput) spec.output();
    file = output.output(FAMILY, OUTPUT);
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  @Test
  void fileIsClaimedBeforeItsCreation() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      claims.add(file);

      assertThat(output.isClaimed(fs, FAMILY, OUTPUT)).isTrue();
      assertThat(fs.exists(file)).isFalse();
    }
  }

  @Test
  void confirmedFileStays() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      claims.add(file);
      fs.create(file).close();
      claims.confirm(List.of(OUTPUT));
    }

    assertThat(fs.exists(file)).isTrue();
    assertThat(output.isClaimed(fs, FAMILY, OUTPUT)).isTrue();
  }

  /** The region server gives the job up before the file appears, as on S3. */
  @Test
  void fileWithoutAClaimIsNotConfirmedAndDeleted() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      claims.add(file);
      output.delete(fs);
      fs.create(file).close();

      assertThatIOException()
          .isThrownBy(() -> claims.confirm(List.of(OUTPUT)))
          .withMessageContaining("was given up");
    }

    assertThat(fs.exists(file)).isFalse();
  }

  @Test
  void fileOfAFailedJobIsDeleted() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      claims.add(file);
      fs.create(file).close();
    }

    assertThat(fs.exists(file)).isFalse();
    assertThat(output.isClaimed(fs, FAMILY, OUTPUT)).as("until the job's folder is gone").isTrue();
  }

  @Test
  void fileThatWasNeverClaimedIsNotConfirmed() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      fs.create(file).close();

      assertThatIOException().isThrownBy(() -> claims.confirm(List.of(OUTPUT)));
    }
  }

  /** A commit would rename the file. */
  @Test
  void fileInTheFolderOfAStoragePolicyIsRejected() throws IOException {
    try (Claims claims = new Claims(fs, spec)) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(
              () -> claims.add(new Path(file.getParent(), "storage_policy_ONE_SSD/" + OUTPUT)))
          .withMessageContaining("storage policies");
    }
  }
}
