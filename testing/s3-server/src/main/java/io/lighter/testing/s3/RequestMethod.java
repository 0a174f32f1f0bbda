// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The kind of a request, by which object stores count and charge. */
public enum RequestMethod {
  /** Reads an object, or a range of it. */
  GET,
  /** Reads the metadata of an object. */
  HEAD,
  /** Lists objects or uploads; HTTP's method is GET. */
  LIST,
  /** Writes or copies an object, or a part of an upload. */
  PUT,
  /** Begins or completes an upload in parts. */
  POST,
  /** Deletes objects, of which HTTP's method is POST if there are several, or ends an upload. */
  DELETE,
  /** Any other method of HTTP. */
  OTHER;

  private static final Set<String> LISTING = Set.of("list-type", "prefix", "uploads");
  private static final Set<String> DELETING = Set.of("delete");

  /**
   * The kind of the request that begins with {@code startLine}.
   *
   * @param startLine first line of an HTTP request: method, target and version
   */
  static RequestMethod of(String startLine) {
    String[] words = startLine.split(" ", -1);
    Optional<RequestMethod> named =
        Arrays.stream(values()).filter(method -> method.name().equals(words[0])).findFirst();
    if (named.isEmpty() || named.get() == LIST) {
      return OTHER;
    }
    String target = words.length > 1 ? words[1] : "";
    return switch (named.get()) {
      case GET -> hasParameter(target, LISTING) ? LIST : GET;
      case POST -> hasParameter(target, DELETING) ? DELETE : POST;
      default -> named.get();
    };
  }

  private static boolean hasParameter(String target, Set<String> names) {
    String query = target.substring(target.indexOf('?') + 1);
    return target.indexOf('?') >= 0
        && Arrays.stream(query.split("&", -1))
            .map(parameter -> parameter.split("=", -1)[0])
            .anyMatch(names::contains);
  }

  /**
   * The method of a name.
   *
   * @throws IllegalArgumentException with the names that are allowed
   */
  static RequestMethod named(String name) {
    return Arrays.stream(values())
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "request method '%s': expected one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(RequestMethod::name)
                                .collect(Collectors.joining(", ")))));
  }
}
