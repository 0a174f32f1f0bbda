// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.util.List;
import site.ycsb.DBException;

/** Thrown for unusable properties, or ones that do not fit the cluster; names every problem. */
public final class PropertiesException extends DBException {
  private static final long serialVersionUID = 1L;

  // A List that is serializable, as List.copyOf makes it.
  @SuppressWarnings("serial")
  private final List<String> problems;

  /**
   * Creates an exception.
   *
   * @param problems at least one sentence, each with the property, value and allowed values
   */
  PropertiesException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Creates an exception about one value. */
  static PropertiesException of(BindingProperty property, Object value, String why) {
    return new PropertiesException(List.of("%s = '%s': %s".formatted(property.key(), value, why)));
  }

  /** One sentence per problem. */
  public List<String> problems() {
    return problems;
  }
}
