// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files count as copies that HBase's bulk loads have left. */
class BulkLoadCopiesTest {
  private static final String NAME = "0123456789abcdef0123456789abcdef";

  @TempDir private java.nio.file.Path folder;

  private final Configuration conf = new Configuration();
  private FileSystem fs;
  private Path family;
  private BulkLoadCopies copies;

  @BeforeEach
  void nameFamily() throws IOException {
    fs = FileSystem.getLocal(conf);
    family = fs.makeQualified(new Path(folder.toString(), "region/f"));
    copies = new BulkLoadCopies(conf, fs);
  }

  @Test
  void sourceInTheFamilysFolderIsACopy() throws IOException {
    assertThat(isCopy(source(new Path(family, NAME)))).isTrue();
    // HBase's tool names the parts of a source that it splits at a region's border in this way.
    assertThat(isCopy(source(new Path(family, NAME + ".bottom")))).isTrue();
  }

  @Test
  void loadedFileThatNoListNamesIsNoCopy() throws IOException {
    assertThat(isCopy(source(new Path(family, NAME + "_SeqId_7_")))).isFalse();
  }

  @Test
  void sourceInAnotherFolderIsNoCopy() throws IOException {
    assertThat(isCopy(source(new Path(family.getParent(), ".tmp/" + NAME)))).isFalse();
    assertThat(isCopy(source(new Path(family.getParent(), ".tmp/cj-1/f/" + NAME)))).isFalse();
  }

  @Test
  void outputOfAFlushOrCompactionIsNoCopy() throws IOException {
    Path output = new Path(family, NAME);
    BulkLoadSource.writeFlushed(conf, fs, output);

    assertThat(isCopy(output)).isFalse();
  }

  @Test
  void fileThatIsNoStoreFileIsNoCopy() throws IOException {
    Path empty = new Path(family, NAME);
    fs.create(empty).close();

    assertThat(isCopy(empty)).isFalse();
  }

  @Test
  void fileThatIsGoneFailsTheSearch() {
    assertThatExceptionOfType(FileNotFoundException.class)
        .isThrownBy(() -> isCopy(new Path(family, NAME)));
  }

  private Path source(Path file) throws IOException {
    BulkLoadSource.write(conf, fs, file, "row");
    return file;
  }

  private boolean isCopy(Path file) throws IOException {
    return copies.contains(Set.of(family), file);
  }
}
