// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sorts and merges entries in files of a local file system. */
class EntrySorterTest {
  private static final long STAMP = 77;

  @TempDir private java.nio.file.Path temp;

  private EntryFiles files;
  private Path folder;

  @BeforeEach
  void openFiles() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    folder = new Path(temp.toUri());
    files =
        new EntryFiles(
            conf,
            FileSystem.getLocal(conf),
            IndexNames.indexTableDescriptor(TableName.valueOf("t"), "city")
                .build()
                .getColumnFamily(IndexNames.family()));
  }

  /** Few files, many files, and more than are merged at a time. */
  @ParameterizedTest
  @CsvSource({"0, 1000000", "500, 1000000", "500, 1000", "3000, 500", "1100, 1"})
  void entriesComeOutInOrderWhateverFitsIntoMemory(int entries, long memory) throws IOException {
    TreeSet<String> expected = new TreeSet<>();
    Random random = new Random(entries);
    EntrySorter sorter = new EntrySorter(files, folder, STAMP, memory);
    for (int i = 0; i < entries; i++) {
      String row = "%08x-%d".formatted(random.nextInt(), i);
      expected.add(row);
      sorter.add(Bytes.toBytes(row));
    }

    Path sorted = sorter.finish();

    assertThat(read(sorted, "", "")).isEqualTo(List.copyOf(expected));
    assertThat(files.entries(sorted)).isEqualTo(entries);
  }

  @Test
  void rangesOfAMergeDivideTheEntries() throws IOException {
    List<Path> runs = new ArrayList<>();
    for (int run = 0; run < 3; run++) {
      EntrySorter sorter =
          new EntrySorter(files, new Path(folder, "run" + run), STAMP + run, 1_000);
      for (int i = run; i < 3_000; i += 3) {
        sorter.add(Bytes.toBytes("%04d".formatted(i)));
      }
      runs.add(sorter.finish());
    }
    EntryMerge merge = new EntryMerge(files);
    String[] bounds = {"", "0", "0000", "00005", "1499", "1500", "15005", "2999", "3", ""};
    List<String> all = new ArrayList<>();

    for (int i = 0; i + 1 < bounds.length; i++) {
      Path target = new Path(folder, "merged-" + i);
      long entries =
          merge.merge(runs, Bytes.toBytes(bounds[i]), Bytes.toBytes(bounds[i + 1]), target);
      List<String> part = read(target, "", "");
      assertThat(part).hasSize((int) entries);
      all.addAll(part);
    }

    assertThat(all).hasSize(3_000).isSorted().doesNotHaveDuplicates();
    try (EntryFiles.Cursor second =
        files.open(runs.get(1), Bytes.toBytes("2"), new byte[0]).get()) {
      assertThat(second.stamp()).isEqualTo(STAMP + 1);
      assertThat(Bytes.toString(second.row())).isEqualTo("2002");
    }
  }

  private List<String> read(Path path, String start, String stop) throws IOException {
    List<String> rows = new ArrayList<>();
    Optional<EntryFiles.Cursor> cursor =
        files.open(path, Bytes.toBytes(start), Bytes.toBytes(stop));
    if (cursor.isPresent()) {
      try (EntryFiles.Cursor open = cursor.get()) {
        while (open.row() != null) {
          rows.add(Bytes.toString(open.row()));
          open.next();
        }
      }
    }
    return rows;
  }
}
