// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The part of a long list that a request asks for, and its order: {@code limit}, {@code offset},
 * {@code sort}, {@code order} and {@code search} of the query. Immutable.
 *
 * @param limit most entries of a page, 1 to {@value #MAX_LIMIT}
 * @param offset number of entries to skip, from 0
 * @param sort name of one of the {@link Orders}
 * @param search text to find, in lower case; empty: all entries
 */
record Paging(int limit, int offset, String sort, boolean descending, String search) {
  static final Set<String> PARAMETERS = Set.of("limit", "offset", "sort", "order", "search");
  static final int DEFAULT_LIMIT = 100;
  static final int MAX_LIMIT = 1000;

  private static final int MAX_OFFSET = 1_000_000;

  /**
   * The orders of a list.
   *
   * @param byName ascending orders by the allowed values of {@code sort}
   * @param usual the order for a request without {@code sort}
   * @param usuallyDescending whether a request without {@code sort} and {@code order} gets
   *     descending entries
   */
  record Orders<T>(Map<String, Comparator<T>> byName, String usual, boolean usuallyDescending) {}

  /**
   * A page.
   *
   * @param entries entries of the page
   * @param total entries of the list that match the search
   */
  record Page<T>(List<T> entries, int total) {}

  /**
   * Reads a request.
   *
   * @throws ApiException naming the parameter, its value and the allowed values
   */
  static Paging of(ApiRequest request, Orders<?> orders) throws ApiException {
    String sort = request.parameter("sort").orElse(orders.usual());
    if (!orders.byName().containsKey(sort)) {
      throw ApiException.badValue(
          "sort", sort, "one of " + new TreeSet<>(orders.byName().keySet()));
    }
    boolean isUsual = request.parameter("sort").isEmpty() && orders.usuallyDescending();
    String order = request.parameter("order").orElse(isUsual ? "desc" : "asc");
    if (!order.equals("asc") && !order.equals("desc")) {
      throw ApiException.badValue("order", order, "asc or desc");
    }
    return new Paging(
        request.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
        request.number("offset", 0, 0, MAX_OFFSET),
        sort,
        order.equals("desc"),
        request.parameter("search").orElse("").trim().toLowerCase(Locale.ROOT));
  }

  /**
   * The page of a list.
   *
   * @param key order of entries that are equal by {@code sort}, so that pages do not overlap
   * @param text the text of an entry that is searched
   */
  <T> Page<T> of(
      List<T> list, Orders<T> orders, Function<T, String> key, Function<T, String> text) {
    List<T> found =
        search.isEmpty()
            ? list
            : list.stream()
                .filter(each -> text.apply(each).toLowerCase(Locale.ROOT).contains(search))
                .toList();
    Comparator<T> order = orders.byName().get(sort);
    List<T> page =
        found.stream()
            .sorted((descending ? order.reversed() : order).thenComparing(key))
            .skip(offset)
            .limit(limit)
            .toList();
    return new Page<>(page, found.size());
  }

  /** Adds limit, offset and total to an answer. */
  void addTo(JsonObject json, int total) {
    json.addProperty("total", total);
    json.addProperty("limit", limit);
    json.addProperty("offset", offset);
  }
}
