// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims in the job's folder, files in the family's folder. */
class ClaimedOutputTest {
  private static final String OUTPUT = "0123456789abcdef0123456789abcdef";
  private static final String OTHER = "fedcba9876543210fedcba9876543210";

  /** Fails the deletions of one path. */
  private Path undeletable = new Path("/none");

  private final RawLocalFileSystem fs =
      new RawLocalFileSystem() {
        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
          if (path.equals(undeletable)) {
            throw new IOException("the store does not answer");
          }
          return super.delete(path, recursive);
        }

        @Override
        public boolean rename(Path from, Path to) throws IOException {
          throw new IOException("no rename of " + from);
        }
      };

  private Path region;
  private Path tempDir;
  private ClaimedOutput output;

  @TempDir private File root;

  @BeforeEach
  void openFileSystem() throws IOException {
    fs.initialize(URI.create("file:///"), new Configuration(false));
    region = new Path(root.getPath(), "t/region");
    tempDir = new Path(region, ".tmp");
    output = of(new CompactionJobId("cj-0123456789abcdef0123"));
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  @Test
  void outputLiesInTheFamilysFolder() {
    assertThat(output.output("f", OUTPUT)).isEqualTo(new Path(region, "f/" + OUTPUT));
    assertThat(output.path()).isEqualTo(new Path(tempDir, "cj-0123456789abcdef0123"));
  }

  @Test
  void claimedFilesAreDeletedAndOthersStay() throws IOException {
    write(output, "f", OUTPUT);
    write(output, "g", OTHER);
    create(new Path(region, "f/" + OTHER));

    assertThat(output.delete(fs)).isTrue();

    assertThat(fs.exists(new Path(region, "f/" + OUTPUT))).isFalse();
    assertThat(fs.exists(new Path(region, "g/" + OTHER))).isFalse();
    assertThat(fs.exists(new Path(region, "f/" + OTHER))).isTrue();
    assertThat(fs.exists(output.path())).isFalse();
    assertThat(output.delete(fs)).as("again").isFalse();
  }

  @Test
  void claimOfAFileThatDoesNotExistYetIsDeleted() throws IOException {
    output.claim(fs, "f", OUTPUT);

    assertThat(output.delete(fs)).isTrue();
    assertThat(output.isClaimed(fs, "f", OUTPUT)).isFalse();
  }

  @Test
  void claimStaysUntilItsFileIsDeleted() throws IOException {
    write(output, "f", OUTPUT);
    undeletable = output.output("f", OUTPUT);

    assertThatIOException().isThrownBy(() -> output.delete(fs));

    assertThat(output.isClaimed(fs, "f", OUTPUT)).isTrue();
    undeletable = new Path("/none");
    output.delete(fs);
    assertThat(fs.exists(output.output("f", OUTPUT))).isFalse();
  }

  @Test
  void releasedFileStaysWhoeverGivesTheJobUpLater() throws IOException {
    write(output, "f", OUTPUT);
    Path target = output.output("f", OUTPUT);
    assertThat(output.takeOver(fs, "f", OUTPUT, target)).isTrue();

    output.release(fs);
    output.delete(fs);
    assertThat(ClaimedOutput.deleteAll(fs, tempDir, "f", Set.of())).isEmpty();

    assertThat(fs.exists(target)).isTrue();
  }

  @Test
  void outputThatWasGivenUpCannotBeTakenOver() throws IOException {
    write(output, "f", OUTPUT);
    output.delete(fs);

    assertThat(output.takeOver(fs, "f", OUTPUT, output.output("f", OUTPUT))).isFalse();
  }

  @Test
  void fileIsClaimedOnce() throws IOException {
    output.claim(fs, "f", OUTPUT);

    assertThatIOException().isThrownBy(() -> output.claim(fs, "f", OUTPUT));
  }

  @Test
  void nextOwnerDeletesTheClaimedFilesOfAllJobsUnlessTheyAreListed() throws IOException {
    String listed = "11111111111111111111111111111111";
    write(output, "f", OUTPUT);
    write(of(CompactionJobId.random()), "f", OTHER);
    write(output, "f", listed);
    write(output, "g", OUTPUT);
    create(new Path(tempDir, "f/" + OUTPUT));

    assertThat(ClaimedOutput.deleteAll(fs, tempDir, "f", Set.of(listed)))
        .extracting(Path::getName)
        .containsExactlyInAnyOrder(OUTPUT, OTHER);

    assertThat(fs.exists(new Path(region, "f/" + OUTPUT))).isFalse();
    assertThat(fs.exists(new Path(region, "f/" + OTHER))).isFalse();
    assertThat(fs.exists(new Path(region, "f/" + listed))).isTrue();
    assertThat(fs.exists(new Path(region, "g/" + OUTPUT))).as("of another store").isTrue();
  }

  @Test
  void regionWithoutJobsHasNothingToDelete() throws IOException {
    assertThat(ClaimedOutput.deleteAll(fs, tempDir, "f", Set.of())).isEmpty();
  }

  @Test
  void emptyFoldersOfADeletedRegionAreDeleted() throws IOException {
    output.claim(fs, "f", OUTPUT);

    output.delete(fs);
    output.deleteEmptyRegion(fs);

    assertThat(root).isEmptyDirectory();
  }

  @Test
  void foldersOfAnExistingRegionStay() throws IOException {
    output.claim(fs, "f", OUTPUT);
    create(new Path(region, HRegionFileSystem.REGION_INFO_FILE));

    output.delete(fs);
    output.deleteEmptyRegion(fs);

    assertThat(fs.exists(tempDir)).isTrue();
  }

  private ClaimedOutput of(CompactionJobId job) {
    return new ClaimedOutput(new JobFolder(tempDir, job));
  }

  private void write(ClaimedOutput of, String family, String name) throws IOException {
    of.claim(fs, family, name);
    create(of.output(family, name));
  }

  private void create(Path file) throws IOException {
    fs.create(file).close();
  }
}
