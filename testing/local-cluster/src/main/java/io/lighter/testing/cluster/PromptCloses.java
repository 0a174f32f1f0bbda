package io.lighter.testing.cluster;

import java.util.Map;

/** Makes HDFS close files sooner. */
public final class PromptCloses {
  /**
   * A close waits for so long until the DataNode has told that it has the last block, instead of
   * 400 ms, and twice as long each time that it has not: 10 s in all, about as by default.
   */
  public static final Map<String, String> SITE =
      Map.of(
          "dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5",
          "dfs.client.block.write.locateFollowingBlock.retries", "11");

  private PromptCloses() {}
}
