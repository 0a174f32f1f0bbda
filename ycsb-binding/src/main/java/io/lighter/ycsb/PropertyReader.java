// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;

/** Reads values one after the other, and reports all invalid ones at the end. */
final class PropertyReader {
  private final Properties properties;
  private final List<String> problems = new ArrayList<>();

  PropertyReader(Properties properties) {
    this.properties = properties;
  }

  /**
   * The value or its default. Empty if there is none, or if the value is invalid; {@link #check}
   * reports invalid values.
   *
   * @param parser throws an {@link IllegalArgumentException} for invalid text
   */
  <T> Optional<T> read(BindingProperty property, Function<String, T> parser) {
    String set = properties.getProperty(property.key(), "").trim();
    String value = set.isEmpty() ? property.defaultValue().orElse("") : set;
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(parser.apply(value));
    } catch (IllegalArgumentException e) {
      problems.add("%s = '%s': expected %s".formatted(property.key(), value, property.allowed()));
      return Optional.empty();
    }
  }

  boolean isTrue(BindingProperty property) {
    return read(
            property,
            value ->
                switch (value) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw new IllegalArgumentException(value);
                })
        .orElse(false);
  }

  boolean isSet(BindingProperty property) {
    return !properties.getProperty(property.key(), "").isBlank();
  }

  void missing(BindingProperty property, String why) {
    problems.add(
        "%s is missing%s: expected %s, such as -p %s=…"
            .formatted(property.key(), why, property.allowed(), property.key()));
  }

  void check() throws PropertiesException {
    if (!problems.isEmpty()) {
      throw new PropertiesException(problems);
    }
  }
}
