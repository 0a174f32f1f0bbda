// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.hbase.HBaseRelease;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Problems that keep every process of Lighter from starting. */
public final class StartupProblems {
  private StartupProblems() {}

  /**
   * The problems, one sentence each: a wrong HBase on the class path, then wrong {@code lighter.*}
   * keys. Empty if there are none.
   */
  public static List<String> of(Configuration conf) {
    List<String> problems = new ArrayList<>();
    HBaseRelease.problem().ifPresent(problems::add);
    problems.addAll(LighterConfiguration.problems(conf));
    return problems;
  }
}
