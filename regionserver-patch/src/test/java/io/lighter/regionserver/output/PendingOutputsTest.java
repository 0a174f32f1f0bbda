// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PendingOutputsTest {
  private static final ServerName SERVER = ServerName.valueOf("server", 1, 1);

  private final PendingOutputs outputs = new PendingOutputs();

  @TempDir Path folder;
  private RegionFence fence;

  @BeforeEach
  void raiseFence() throws IOException {
    fence =
        RegionFence.raise(
            FileSystem.getLocal(new Configuration()),
            new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  @Test
  void everyFileFindsItsOutput() {
    PendingOutput output = new PendingOutput(Set.of("a", "b"), fence, Optional.empty());
    outputs.add(output);

    assertThat(outputs.find("a")).contains(output);
    assertThat(outputs.find("b")).contains(output);
    assertThat(outputs.find("c")).isEmpty();
  }

  /** A commit without its fence cannot delete its files safely. */
  @Test
  void uncommittedOutputStaysHoweverManyFollow() {
    PendingOutput first = add(retained("first"));
    for (int i = 0; i < 1000; i++) {
      outputs.committed(add(retained("file" + i)));
      add(notRetained("other" + i));
    }

    assertThat(outputs.find("first")).contains(first);
  }

  @Test
  void committedOutputStaysForTheWarmUpIfRetained() {
    PendingOutput retained = add(retained("retained"));
    PendingOutput notRetained = add(notRetained("not"));

    outputs.committed(retained);
    outputs.committed(notRetained);

    assertThat(outputs.find("retained")).contains(retained);
    assertThat(outputs.find("not")).isEmpty();
  }

  /** The warm-up of such an output reads HDFS. */
  @Test
  void committedOutputStaysForTheWarmUpIfCachedWhole() {
    PendingOutput whole = add(new PendingOutput(Set.of("whole"), fence, Optional.empty(), true));

    outputs.committed(whole);

    assertThat(outputs.find("whole")).contains(whole);
  }

  @Test
  void oldestOfTooManyCommittedOutputsIsDropped() {
    for (int i = 0; i < 65; i++) {
      outputs.committed(add(retained("file" + i)));
    }

    assertThat(outputs.find("file0")).isEmpty();
    assertThat(outputs.find("file1")).isPresent();
    assertThat(outputs.find("file64")).isPresent();
  }

  @Test
  void removedOutputIsNotFoundBeforeOrAfterItsCommit() {
    PendingOutput uncommitted = add(retained("uncommitted"));
    PendingOutput committed = add(retained("committed"));
    outputs.committed(committed);

    outputs.remove(uncommitted);
    outputs.remove(committed);
    outputs.committed(uncommitted);

    assertThat(outputs.find("uncommitted")).isEmpty();
    assertThat(outputs.find("committed")).isEmpty();
  }

  private PendingOutput add(PendingOutput output) {
    outputs.add(output);
    return output;
  }

  private PendingOutput retained(String file) {
    return new PendingOutput(
        Set.of(file), fence, Optional.of(new RetainedOutput(CompactionJobId.random(), SERVER)));
  }

  private PendingOutput notRetained(String file) {
    return new PendingOutput(Set.of(file), fence, Optional.empty());
  }
}
