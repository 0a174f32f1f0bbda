// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class SortedRunsTest {
  private static final FileExtent EMPTY =
      new FileExtent("empty", ByteString.EMPTY, ByteString.EMPTY, 7);

  @Test
  void storeWithoutCellsHasNoRun() {
    assertThat(SortedRuns.of(List.of())).isEqualTo(new SortedRuns(0, Set.of(), 0));
    assertThat(SortedRuns.of(List.of(EMPTY))).isEqualTo(new SortedRuns(0, Set.of(), 0));
  }

  @Test
  void overlappingFilesAreARunEach() {
    List<FileExtent> files = List.of(file("a", 0, 9, 100), file("b", 1, 8, 30), file("c", 2, 7, 5));

    assertThat(SortedRuns.of(files)).isEqualTo(new SortedRuns(3, Set.of("a"), 100));
  }

  @Test
  void rangesAreOneRunAndTheFilesOverThemOthers() {
    List<FileExtent> files =
        List.of(
            file("base1", 0, 3, 100),
            file("base2", 4, 6, 80),
            file("base3", 7, 9, 90),
            file("delta1", 1, 2, 10),
            file("delta3", 7, 8, 10),
            file("wide", 0, 9, 30),
            EMPTY);

    assertThat(SortedRuns.of(files))
        .isEqualTo(new SortedRuns(3, Set.of("base1", "base2", "base3"), 270));
  }

  /** A row may have cells in both files. */
  @Test
  void filesThatShareARowAreNotOneRun() {
    assertThat(SortedRuns.of(List.of(file("a", 0, 5, 1), file("b", 5, 9, 2))))
        .isEqualTo(new SortedRuns(2, Set.of("b"), 2));
  }

  @Test
  void smallDisjointFilesMayOutweighALargeOne() {
    List<FileExtent> files =
        List.of(file("all", 0, 9, 100), file("a", 0, 4, 60), file("b", 5, 9, 60));

    assertThat(SortedRuns.of(files)).isEqualTo(new SortedRuns(2, Set.of("a", "b"), 120));
  }

  @Test
  void countAndBytesAreThoseOfAllSubsets() {
    Random random = new Random(4);
    for (int round = 0; round < 500; round++) {
      List<FileExtent> files = new ArrayList<>();
      for (int i = random.nextInt(9); i > 0; i--) {
        int first = random.nextInt(200);
        files.add(file("f" + i, first, first + random.nextInt(60), 1 + random.nextInt(50)));
      }
      SortedRuns runs = SortedRuns.of(files);

      assertThat(runs.count()).as("%s", files).isEqualTo(mostOverOneRow(files));
      assertThat(runs.largestBytes()).as("%s", files).isEqualTo(mostBytes(files));
      List<FileExtent> largest =
          files.stream().filter(file -> runs.largest().contains(file.name())).toList();
      assertThat(isRun(largest)).as("%s in %s", runs, files).isTrue();
      assertThat(bytes(largest)).isEqualTo(runs.largestBytes());
      Collections.shuffle(files, random);
      assertThat(SortedRuns.of(files)).as("in another order").isEqualTo(runs);
    }
  }

  private static int mostOverOneRow(List<FileExtent> files) {
    int most = 0;
    for (int row = 0; row < 300; row++) {
      ByteString key = row(row);
      most =
          Math.max(
              most,
              (int)
                  files.stream()
                      .filter(
                          file ->
                              FileExtent.ROWS.compare(file.first(), key) <= 0
                                  && FileExtent.ROWS.compare(key, file.last()) <= 0)
                      .count());
    }
    return most;
  }

  private static long mostBytes(List<FileExtent> files) {
    long most = 0;
    for (int subset = 0; subset < 1 << files.size(); subset++) {
      List<FileExtent> chosen = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        if ((subset & 1 << i) != 0) {
          chosen.add(files.get(i));
        }
      }
      if (isRun(chosen)) {
        most = Math.max(most, bytes(chosen));
      }
    }
    return most;
  }

  private static boolean isRun(List<FileExtent> files) {
    return mostOverOneRow(files) <= 1;
  }

  private static long bytes(List<FileExtent> files) {
    return files.stream().mapToLong(FileExtent::bytes).sum();
  }

  private static FileExtent file(String name, int first, int last, long bytes) {
    return new FileExtent(name, row(first), row(last), bytes);
  }

  /** Rows from 128 on, too: bytes are compared unsigned. */
  private static ByteString row(int number) {
    return ByteString.copyFrom(new byte[] {(byte) (number >> 8), (byte) number, 1});
  }
}
