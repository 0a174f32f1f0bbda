// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.List;

/** Index definitions that cannot be used, with all their problems. */
public final class IndexSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * Creates the exception.
   *
   * @param problems sentences that name the definition, the wrong part and what is allowed
   */
  public IndexSpecException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, at least one; after deserialization the message as the only one. */
  public List<String> problems() {
    return problems == null ? List.of(getMessage()) : problems;
  }
}
