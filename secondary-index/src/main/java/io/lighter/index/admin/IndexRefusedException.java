// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** Thrown if an index cannot be created; names all reasons, and nothing was created. */
public class IndexRefusedException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Creates the exception.
   *
   * @param problems what is wrong, why, and what to do; at least one
   */
  public IndexRefusedException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** The reasons, at least one. */
  public List<String> problems() {
    return problems == null ? List.of(getMessage()) : problems; // null after deserialization
  }
}
