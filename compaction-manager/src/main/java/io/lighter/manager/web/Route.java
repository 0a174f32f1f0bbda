// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;

/**
 * A method of the API on a path. Immutable.
 *
 * @param method {@code GET}, {@code POST} or {@code DELETE}
 * @param path below {@code /api/v1}, with {@code {name}} for a part that is a value
 * @param parameters names of query parameters
 * @param handler makes the answer
 */
record Route(String method, String path, Set<String> parameters, Handler handler) {
  /** Answers a request. */
  interface Handler {
    JsonElement handle(ApiRequest request) throws ApiException, IOException;
  }

  /** Whether the method makes changes. */
  boolean writes() {
    return !method.equals("GET");
  }

  /** The values in {@code actual}; empty if the path does not match. */
  Optional<Map<String, String>> match(String actual) {
    List<String> expected = List.of(path.split("/", -1));
    List<String> parts = List.of(actual.split("/", -1));
    if (parts.size() != expected.size()) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      String name = expected.get(i);
      if (name.startsWith("{")) {
        values.put(name.substring(1, name.length() - 1), parts.get(i));
      } else if (!name.equals(parts.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(values);
  }
}
