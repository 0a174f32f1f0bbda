// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.util.Collection;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Parts of JSON. */
final class Json {
  private Json() {}

  static JsonArray strings(Collection<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  /** A fraction; null for an unknown one: negative or not a number. */
  static JsonElement fraction(double value) {
    return Double.isFinite(value) && value >= 0 ? new JsonPrimitive(value) : JsonNull.INSTANCE;
  }

  /** A count; null for an unknown one: negative. */
  static JsonElement count(long value) {
    return value >= 0 ? new JsonPrimitive(value) : JsonNull.INSTANCE;
  }

  /** A text; null for an empty one. */
  static JsonElement string(String value) {
    return value.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(value);
  }
}
