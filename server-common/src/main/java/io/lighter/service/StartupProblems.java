package io.lighter.service;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.hbase.HBaseRelease;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** What keeps every process of Lighter from starting. */
public final class StartupProblems {
  private StartupProblems() {}

  /**
   * A wrong HBase on the class path, then what is wrong with the {@code lighter.*} keys, one
   * sentence each; empty when nothing is.
   */
  public static List<String> of(Configuration conf) {
    List<String> problems = new ArrayList<>();
    HBaseRelease.problem().ifPresent(problems::add);
    problems.addAll(LighterConfiguration.problems(conf));
    return problems;
  }
}
