// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.List;

/** An unusable configuration; the message names every problem, one a line. */
public class ConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // the result of List.copyOf is serializable
  private final List<String> problems;

  /**
   * @param problems at least one sentence, each naming key, value and what is allowed
   */
  public ConfigurationException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, one sentence each, in the order of the keys. */
  public List<String> problems() {
    return problems;
  }
}
