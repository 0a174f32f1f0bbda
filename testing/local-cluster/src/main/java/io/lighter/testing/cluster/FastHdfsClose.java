// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.util.Map;

/** Settings with which HDFS closes files sooner. */
public final class FastHdfsClose {
  /**
   * A close first waits this long for the DataNode's report of the last block, instead of 400 ms.
   * The wait doubles each time: 10 s in all, about as by default.
   */
  public static final Map<String, String> SITE =
      Map.of(
          "dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5",
          "dfs.client.block.write.locateFollowingBlock.retries", "11");

  private FastHdfsClose() {}
}
