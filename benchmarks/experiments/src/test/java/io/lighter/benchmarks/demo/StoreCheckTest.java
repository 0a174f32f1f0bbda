// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class StoreCheckTest {
  @Test
  void fileThatNoListNamesFailsTheDemo() {
    StoreCheck check = new StoreCheck(List.of(new Path("s3a://b/data/t/r/f/stray")), 0);

    assertThat(check.text())
        .isEqualTo("object store: 1 files that no list names, 0 unfinished uploads");
    assertThat(check.failures()).singleElement().asString().contains("s3a://b/data/t/r/f/stray");
  }

  @Test
  void unfinishedUploadFailsTheDemo() {
    assertThat(new StoreCheck(List.of(), 2).failures())
        .containsExactly("2 uploads were neither completed nor aborted");
  }

  @Test
  void nothingLeftIsNoFailure() {
    assertThat(new StoreCheck(List.of(), 0).failures()).isEmpty();
  }
}
