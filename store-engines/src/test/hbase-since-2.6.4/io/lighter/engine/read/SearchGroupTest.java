// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics.addBytesReadFromFs;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.monitoring.ThreadLocalServerSideScanMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many seeks a read begins, with {@code adaptive}. Each first seek reads from a file. */
class SearchGroupTest {
  private static final int FILES = 12;

  private final Searches searches = new Searches(1);
  private final StoreSearch store = StoreSearch.adaptive(searches.pool());

  /** A file whose first seek is begun when there is a thread. */
  private static final class File implements SearchGroup.Member {
    private boolean waits = true;
    private boolean hasThread = true;
    private boolean isOver;
    private boolean isAhead;

    @Override
    public boolean waits() {
      return waits && !isOver;
    }

    @Override
    public boolean isOver() {
      return isOver;
    }

    @Override
    public boolean begin() {
      isAhead = hasThread;
      isOver |= hasThread;
      return hasThread;
    }
  }

  /** A read of twelve files. */
  private final class Read {
    private final List<File> files = new ArrayList<>();
    private SearchGroup group;

    Read() {
      for (int i = 0; i < FILES; i++) {
        group = store.group(i);
        files.add(0, new File());
        group.add(files.get(0));
      }
    }

    /** Seeks in so many files, newest first, each itself or with a result that was ahead. */
    void seek(int count) {
      for (File file : files.subList(0, count)) {
        if (file.isAhead) {
          ScanCounts counts = store.newCounts();
          counts.record(() -> addBytesReadFromFs(1));
          group.used(counts);
        } else {
          group.runAhead(file);
          file.isOver = true;
          group.seek(() -> addBytesReadFromFs(1));
        }
      }
    }

    long ahead() {
      return files.stream().filter(file -> file.isAhead).count();
    }

    void close() {
      files.forEach(file -> group.closed());
    }
  }

  @AfterEach
  void close() {
    ThreadLocalServerSideScanMetrics.reset();
    store.close();
    searches.close();
  }

  /** Each read needs so many of its files. */
  private void learn(int needed) {
    for (int i = 0; i < 2 * ReadDepth.MOST; i++) {
      Read read = new Read();
      read.seek(needed);
      read.close();
    }
  }

  @Test
  void readsThatNeedAllFilesBeginAllSeeks() {
    learn(FILES);
    Read read = new Read();
    read.seek(1);
    assertThat(read.ahead()).isEqualTo(FILES - 1);
  }

  /** Results that were ahead count as needed, too: else the depth would not last. */
  @Test
  void readsBeginAsManySeeksAsTheyNeed() {
    learn(4);
    Read read = new Read();
    read.seek(1);
    assertThat(read.ahead()).isEqualTo(3);
    read.seek(4);
    assertThat(read.ahead()).isEqualTo(3);
  }

  /** A file that a filter excludes is none that a read could seek in. */
  @Test
  void readsOfOneFileAreNotCounted() {
    learn(FILES);
    for (int i = 0; i < 2 * ReadDepth.MOST; i++) {
      Read read = new Read();
      read.files.subList(1, FILES).forEach(file -> file.isOver = true);
      read.seek(1);
      read.close();
    }
    Read read = new Read();
    read.seek(1);
    assertThat(read.ahead()).isEqualTo(FILES - 1);
  }

  @Test
  void seeksOfTheReadItselfCount() {
    learn(4);
    Read read = new Read();
    read.files.forEach(file -> file.hasThread = false);
    read.seek(2);
    assertThat(read.ahead()).isZero();
    read.files.forEach(file -> file.hasThread = true);
    read.files.subList(0, 2).forEach(file -> file.isAhead = false);
    read.group.runAhead(read.files.get(2));
    assertThat(read.ahead()).isOne();
  }

  /** As a scan that has not reached the files yet. */
  @Test
  void fileThatDoesNotWaitIsAskedAgain() {
    learn(FILES);
    Read read = new Read();
    read.files.forEach(file -> file.waits = false);
    read.seek(1);
    assertThat(read.ahead()).isZero();
    read.files.forEach(file -> file.waits = true);
    read.group.runAhead(read.files.get(1));
    assertThat(read.ahead()).isEqualTo(FILES - 2);
  }
}
