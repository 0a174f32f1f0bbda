// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import static io.lighter.engine.forest.Files.file;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ClusterCutsTest {
  private static final String LETTERS = "abcdefghijklmnop";

  /** Returns 16 files of 100 bytes, and a newer one of 40 that overlaps them all. */
  private static List<ForestFile> chained() {
    List<ForestFile> files = new ArrayList<>();
    for (char letter = 'a'; letter <= 'p'; letter++) {
      files.add(file(1, letter + "0", letter + "9"));
    }
    files.add(file(2, "a0", "p9", 40));
    return files;
  }

  private static List<String> cuts(List<ForestFile> files, long most) {
    return ClusterCuts.of(files, most).stream().map(Bytes::toString).toList();
  }

  @Test
  void clusterThatIsNotLargeIsNotCut() {
    assertThat(cuts(chained(), 1_640)).isEmpty();
  }

  /** Each part has the files from one cut to the next, and its part of the long file. */
  @Test
  void cutsLeavePartsThatAreNotLarge() {
    assertThat(cuts(chained(), 1_639)).hasSize(1);
    List<String> cuts = cuts(chained(), 430);
    assertThat(cuts).isSorted().allMatch(cut -> cut.endsWith("0"));
    int begun = 0;
    for (String cut : cuts) {
      int files = LETTERS.indexOf(cut.charAt(0));
      assertThat(files - begun).isBetween(1, 4);
      begun = files;
    }
    assertThat(LETTERS.length() - begun).isBetween(1, 4);
  }

  /** The files of both trees would be written once more for little. */
  @Test
  void clusterIsNotCutWhereHalfOfItIsDivided() {
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(file(i, "a" + i, "z" + i));
    }
    assertThat(cuts(files, 300)).isEmpty();
  }

  /** A row at an end of the cluster divides nothing, and leaves the cluster as large as it is. */
  @Test
  void cutIsNotAtAnEndOfTheCluster() {
    List<ForestFile> files = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      files.add(file(i, "b" + i, "z" + i));
    }
    files.add(file(9, "a", "b0"));
    files.add(file(10, "z0", "zz"));
    assertThat(cuts(files, 300)).isEmpty();
  }

  @Test
  void fileIsDividedByARowBehindItsFirst() {
    ForestFile file = file(1, "b", "d");
    assertThat(ClusterCuts.divides(Bytes.toBytes("b"), file)).isFalse();
    assertThat(ClusterCuts.divides(Bytes.toBytes("b0"), file)).isTrue();
    assertThat(ClusterCuts.divides(Bytes.toBytes("d"), file)).isTrue();
    assertThat(ClusterCuts.divides(Bytes.toBytes("d0"), file)).isFalse();
  }
}
