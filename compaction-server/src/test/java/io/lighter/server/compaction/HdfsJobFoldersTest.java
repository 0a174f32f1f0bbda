package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.server.job.JobSpec;
import io.lighter.server.job.TestJobs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HdfsJobFoldersTest {
  private final FileSystemWithOutages fs = new FileSystemWithOutages();
  private final HdfsJobFolders folders = new HdfsJobFolders(fs);
  private final JobSpec first = job();
  private final JobSpec second = job();

  @AfterEach
  void close() throws IOException {
    folders.close();
    fs.close();
  }

  @Test
  void whatCannotBeDeletedIsTriedAgainUntilItCan() {
    fs.isAway = true;
    folders.delete(first);
    folders.delete(second);
    folders.retry();
    assertThat(fs.there).containsExactlyInAnyOrder(first.folder(), second.folder());

    fs.isAway = false;
    folders.retry();

    assertThat(fs.there).isEmpty();
  }

  @Test
  void oneFailureIsEnoughOfARetryAndNothingIsForgotten() {
    fs.isAway = true;
    folders.delete(first);
    folders.delete(second);
    fs.asked.clear();

    folders.retry();
    assertThat(fs.asked).hasSize(1);

    fs.isAway = false;
    folders.retry();
    assertThat(fs.there).isEmpty();
  }

  @Test
  void failureOfAnyKindIsNotThrownAndTriedAgain() {
    fs.isBroken = true;
    folders.delete(first);
    folders.retry();

    fs.isBroken = false;
    folders.retry();

    assertThat(fs.there).doesNotContain(first.folder());
  }

  @Test
  void whatIsDeletedIsNotAskedForAgain() {
    folders.delete(first);
    fs.asked.clear();

    folders.retry();

    assertThat(fs.asked).isEmpty();
  }

  private JobSpec job() {
    JobSpec job = TestJobs.spec(1, 1);
    fs.there.add(job.folder());
    return job;
  }

  /** Folders that are there until they are deleted. */
  private static final class FileSystemWithOutages extends FilterFileSystem {
    private final Set<Path> there = new HashSet<>();
    private final List<Path> asked = new ArrayList<>();
    private boolean isAway;
    private boolean isBroken;

    FileSystemWithOutages() {
      super(new LocalFileSystem());
    }

    @Override
    public boolean delete(Path folder, boolean recursive) throws IOException {
      asked.add(folder);
      if (isAway) {
        throw new IOException("away");
      }
      if (isBroken) {
        throw new IllegalArgumentException("java.net.UnknownHostException: namenode");
      }
      return there.remove(folder);
    }
  }
}
