// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.time.Duration;
import java.util.List;

/**
 * How the server answers later, slower or worse than it could. Immutable.
 *
 * @param firstByte least time from the end of a request to the first byte of its answer
 * @param bytesPerSecond limit of each body that a connection sends or receives; 0 for none
 * @param refused requests that get S3's {@code 503 SlowDown} and are not executed
 * @param lost requests that are executed, and whose connection is closed instead of answered; with
 *     {@code refused} at most all requests of a kind
 */
public record Injection(
    Duration firstByte, long bytesPerSecond, FaultShare refused, FaultShare lost) {

  /** Each request is answered as soon and as well as possible. */
  public static final Injection NONE =
      new Injection(Duration.ZERO, 0, FaultShare.NONE, FaultShare.NONE);

  /** Checks the ranges. */
  public Injection {
    if (firstByte.isNegative()) {
      throw new IllegalArgumentException(
          "time to the first byte %s: expected 0 or more".formatted(firstByte));
    }
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "bytes per second %d: expected 0 or more".formatted(bytesPerSecond));
    }
    for (RequestMethod method : RequestMethod.values()) {
      double both = refused.of(method) + lost.of(method);
      if (both > 1) {
        throw new IllegalArgumentException(
            "refused and lost requests %s of %s: expected at most 1".formatted(both, method));
      }
    }
  }

  /** The same with another time to the first byte. */
  public Injection withFirstByte(Duration time) {
    return new Injection(time, bytesPerSecond, refused, lost);
  }

  /** The same with another limit of each body; 0 for none. */
  public Injection withBytesPerSecond(long bytes) {
    return new Injection(firstByte, bytes, refused, lost);
  }

  /** The same with other requests that are refused. */
  public Injection withRefused(FaultShare requests) {
    return new Injection(firstByte, bytesPerSecond, requests, lost);
  }

  /** The same with other requests whose answer is lost. */
  public Injection withLost(FaultShare requests) {
    return new Injection(firstByte, bytesPerSecond, refused, requests);
  }

  /**
   * Four words, from which {@link #ofArguments} makes an equal one; the time is in milliseconds.
   */
  public List<String> arguments() {
    return List.of(
        Long.toString(firstByte.toMillis()),
        Long.toString(bytesPerSecond),
        refused.argument(),
        lost.argument());
  }

  /**
   * The injection that {@link #arguments} describes.
   *
   * @throws IllegalArgumentException if a word is not what it has to be
   */
  public static Injection ofArguments(List<String> words) {
    if (words.size() != 4) {
      throw new IllegalArgumentException(
          "expected: first-byte-ms bytes-per-second refused lost; not " + words);
    }
    return new Injection(
        Duration.ofMillis(Long.parseLong(words.get(0))),
        Long.parseLong(words.get(1)),
        FaultShare.ofArgument(words.get(2)),
        FaultShare.ofArgument(words.get(3)));
  }
}
