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
 * Which part of a long list a request asks for, in which order: {@code limit}, {@code offset},
 * {@code sort}, {@code order} and {@code search} of the query. Immutable.
 *
 * @param limit entries at the most, 1 to {@value #MAX_LIMIT}
 * @param offset entries to pass over, from 0
 * @param sort name of an order of {@link Orders}
 * @param search lower case; empty: all
 */
record Paging(int limit, int offset, String sort, boolean descending, String search) {
  static final Set<String> PARAMETERS = Set.of("limit", "offset", "sort", "order", "search");
  static final int DEFAULT_LIMIT = 100;
  static final int MAX_LIMIT = 1000;

  private static final int MAX_OFFSET = 1_000_000;

  /**
   * The orders of a list.
   *
   * @param byName what {@code sort} may be; each ascending
   * @param usual without {@code sort}
   * @param usuallyDescending without {@code sort} and {@code order}
   */
  record Orders<T>(Map<String, Comparator<T>> byName, String usual, boolean usuallyDescending) {}

  /**
   * A page.
   *
   * @param entries its part of the list
   * @param total entries of the list that match the search
   */
  record Page<T>(List<T> entries, int total) {}

  /**
   * Reads a request.
   *
   * @throws ApiException naming the parameter, its value and what is allowed
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
   * @param key orders entries that {@code sort} takes for equal, so that pages do not overlap
   * @param text what the search looks at
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

  /** Says in an answer which part it is. */
  void addTo(JsonObject json, int total) {
    json.addProperty("total", total);
    json.addProperty("limit", limit);
    json.addProperty("offset", offset);
  }
}
