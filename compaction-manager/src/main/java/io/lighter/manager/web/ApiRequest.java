// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.Strictness;
import org.apache.hbase.thirdparty.com.google.gson.TypeAdapter;
import org.apache.hbase.thirdparty.com.google.gson.stream.JsonReader;
import org.apache.hbase.thirdparty.com.google.gson.stream.JsonToken;

/** A request of the API, whose values are checked on access. */
final class ApiRequest {
  /** Bound on the body, far above that of sensible requests. */
  static final int MAX_BODY_BYTES = 64 * 1024;

  private static final String JSON = "application/json";
  private static final String TABLE_SYNTAX = "NAMESPACE:TABLE or TABLE";
  private static final TypeAdapter<JsonElement> ELEMENT = new Gson().getAdapter(JsonElement.class);

  private final HttpServletRequest http;
  private final Map<String, String> pathValues;
  private JsonObject body; // null until first read

  /**
   * @param pathValues values of the path for {@code {name}} in the route
   */
  ApiRequest(HttpServletRequest http, Map<String, String> pathValues) {
    this.http = http;
    this.pathValues = Map.copyOf(pathValues);
  }

  /** Whether a request declares a JSON body. */
  static boolean isJson(HttpServletRequest http) {
    String type = http.getContentType();
    return type != null && type.split(";", 2)[0].trim().equalsIgnoreCase(JSON);
  }

  static ApiException wrongType(HttpServletRequest http) {
    return new ApiException(
        ApiException.WRONG_TYPE,
        "Content-Type = '%s': expected %s"
            .formatted(ApiException.shortened(http.getContentType()), JSON));
  }

  /** A value of the path. */
  String path(String name) {
    return pathValues.get(name);
  }

  /** Refuses parameters that the route does not have, which are misspelt. */
  void requireKnownParameters(Set<String> known) throws ApiException {
    for (String name : parameterNames()) {
      if (!known.contains(name)) {
        throw new ApiException(
            ApiException.BAD_REQUEST,
            "query parameter '%s': expected %s"
                .formatted(
                    ApiException.shortened(name), known.isEmpty() ? "none" : "one of " + known));
      }
    }
  }

  /** Names of the parameters. Called first, because this makes the web server read the query. */
  private Set<String> parameterNames() throws ApiException {
    try {
      return http.getParameterMap().keySet();
    } catch (RuntimeException e) { // from the web server, for an unreadable query
      throw new ApiException(ApiException.BAD_REQUEST, "query: expected percent-encoded UTF-8", e);
    }
  }

  /** All values of a query parameter. */
  List<String> parameters(String name) {
    String[] values = http.getParameterValues(name);
    return values == null ? List.of() : List.of(values);
  }

  /** A query parameter, or its first value if repeated. */
  Optional<String> parameter(String name) {
    return Optional.ofNullable(http.getParameter(name));
  }

  /** A whole number in the query. */
  int number(String name, int otherwise, int least, int most) throws ApiException {
    String value = http.getParameter(name);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw badNumber(name, value, least, most, e);
    }
    throw badNumber(name, value, least, most, null);
  }

  private static ApiException badNumber(
      String name, String value, int least, int most, Throwable cause) {
    ApiException bad =
        ApiException.badValue(name, value, "a whole number from %d to %d".formatted(least, most));
    bad.initCause(cause);
    return bad;
  }

  /** A table in the query. */
  Optional<TableName> table(String name) throws ApiException {
    String value = http.getParameter(name);
    return value == null ? Optional.empty() : Optional.of(tableName(name, value));
  }

  /** Parses a table's name from any part of the request. */
  static TableName tableName(String field, String value) throws ApiException {
    try {
      return TableName.valueOf(value);
    } catch (IllegalArgumentException e) {
      ApiException bad = ApiException.badValue(field, value, TABLE_SYNTAX);
      bad.initCause(e);
      throw bad;
    }
  }

  /**
   * Reads the body.
   *
   * @param known names of the fields; others are refused
   */
  JsonObject body(Set<String> known) throws ApiException, IOException {
    if (!isJson(http)) {
      throw wrongType(http);
    }
    JsonElement element = parse(text());
    if (!element.isJsonObject()) {
      throw new ApiException(ApiException.BAD_REQUEST, "body: expected a JSON object");
    }
    for (String field : element.getAsJsonObject().keySet()) {
      if (!known.contains(field)) {
        throw new ApiException(
            ApiException.BAD_REQUEST,
            "field '%s': expected one of %s".formatted(ApiException.shortened(field), known));
      }
    }
    body = element.getAsJsonObject();
    return body;
  }

  /** The part of the body that was read, for the audit log. */
  String asked() {
    return body == null ? "" : body.toString();
  }

  private String text() throws ApiException, IOException {
    byte[] bytes;
    try (InputStream in = http.getInputStream()) {
      bytes = in.readNBytes(MAX_BODY_BYTES + 1);
    }
    if (bytes.length > MAX_BODY_BYTES) {
      throw new ApiException(
          ApiException.TOO_LARGE, "body: expected at most %d bytes".formatted(MAX_BODY_BYTES));
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ApiException(ApiException.BAD_REQUEST, "body: expected UTF-8", e);
    }
  }

  private static JsonElement parse(String text) throws ApiException {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement element = ELEMENT.read(reader);
      if (reader.peek() == JsonToken.END_DOCUMENT) {
        return element;
      }
    } catch (IOException | JsonParseException | IllegalStateException e) {
      throw new ApiException(ApiException.BAD_REQUEST, "body: expected well-formed JSON", e);
    }
    throw new ApiException(ApiException.BAD_REQUEST, "body: expected one JSON object");
  }

  /** A required field. */
  static boolean bool(JsonObject body, String field) throws ApiException {
    JsonElement value = body.get(field);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
      throw ApiException.badValue(field, value, "true or false");
    }
    return value.getAsBoolean();
  }

  /** A table's name; empty if the field is absent. */
  static Optional<TableName> table(JsonObject body, String field) throws ApiException {
    JsonElement value = body.get(field);
    if (value == null) {
      return Optional.empty();
    }
    if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw ApiException.badValue(field, value, TABLE_SYNTAX);
    }
    return Optional.of(tableName(field, value.getAsString()));
  }
}
