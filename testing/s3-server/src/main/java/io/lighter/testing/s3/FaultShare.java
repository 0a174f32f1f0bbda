// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How many requests of which kinds meet a fault. Immutable.
 *
 * @param share 0 to 1
 * @param methods the kinds of requests of which this share is drawn
 */
public record FaultShare(double share, Set<RequestMethod> methods) {
  /** No request. */
  public static final FaultShare NONE = new FaultShare(0, Set.of());

  private static final String SEPARATOR = ":";

  /** Checks the share. */
  public FaultShare {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share of requests %s: expected 0 to 1".formatted(share));
    }
    methods = Set.copyOf(methods);
  }

  /** A share of all requests. */
  public static FaultShare ofAll(double share) {
    return new FaultShare(share, EnumSet.allOf(RequestMethod.class));
  }

  /** A share of all requests but those of one kind. */
  public static FaultShare ofAllBut(RequestMethod spared, double share) {
    return new FaultShare(share, EnumSet.complementOf(EnumSet.of(spared)));
  }

  /** The share of the requests of one kind, 0 to 1. */
  double of(RequestMethod method) {
    return methods.contains(method) ? share : 0;
  }

  /** A word, from which {@link #ofArgument} makes an equal one. */
  String argument() {
    return share
        + SEPARATOR
        + methods.stream().map(RequestMethod::name).sorted().collect(Collectors.joining(","));
  }

  /**
   * The share that {@link #argument} describes.
   *
   * @throws IllegalArgumentException if the word describes none
   */
  static FaultShare ofArgument(String word) {
    String[] parts = word.split(SEPARATOR, -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException(
          "share of requests '%s': expected share:methods".formatted(word));
    }
    return new FaultShare(
        Double.parseDouble(parts[0]),
        Arrays.stream(parts[1].split(",", -1))
            .filter(name -> !name.isEmpty())
            .map(RequestMethod::named)
            .collect(Collectors.toSet()));
  }
}
