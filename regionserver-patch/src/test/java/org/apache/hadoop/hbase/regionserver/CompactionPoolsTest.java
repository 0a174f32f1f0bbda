// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompactionPoolsTest {
  @ParameterizedTest
  @CsvSource({
    "regionserver/a:16020-longCompactions-0, false, true",
    "regionserver/a:16020-longCompactions-0, true, true",
    "regionserver/a:16020-shortCompactions-3, true, false",
    "regionserver/a:16020-shortCompactions-3, false, false",
    "main, true, true",
    "main, false, false"
  })
  void poolIsKnownByTheThreadAndOtherwiseByTheSize(String thread, boolean otherwise, boolean isLong)
      throws Exception {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    new Thread(() -> answer.complete(CompactionPools.isLongPools(otherwise)), thread).start();

    assertThat(answer.get()).isEqualTo(isLong);
  }
}
