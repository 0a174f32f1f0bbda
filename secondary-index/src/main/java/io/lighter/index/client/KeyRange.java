// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.KeyType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A range of secondary keys. Values are given as the index's types want them: {@code String} or
 * {@code byte[]} for strings and bytes, {@code Integer}, {@code Long}, {@code Short} or {@code
 * Byte} for {@code int} and {@code long}, {@code Double} or {@code Float} for {@code double},
 * {@code BigDecimal} or an integer for {@code decimal}. A {@code byte[]} is the value of a cell for
 * any type; {@link #text} is read as the type wants it. Immutable.
 *
 * <p>A key of several parts has several values. Bounds may have only the first ones: {@code
 * below("Rome")} ends before each key whose first part is Rome, and {@code atMost("Rome")} behind
 * them.
 */
public final class KeyRange {
  /** How the values of a bound delimit the range. */
  private enum Edge {
    /** The keys that begin with the values are in the range. */
    INCLUDED,
    /** The keys that begin with the values are outside. */
    EXCLUDED
  }

  /** A value that is read by the type of its part. */
  private record Text(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  private record Bound(List<Object> values, Edge edge) {}

  /** What the values of a range are. */
  private enum Kind {
    /** All parts of one key. */
    EXACT,
    /** The first parts of keys, the last one maybe cut off. */
    PREFIX,
    /** Two bounds, either of which may be missing. */
    BOUNDS
  }

  private static final KeyRange ALL = new KeyRange(Kind.BOUNDS, null, null);

  /** Bytes that end an encoded string. */
  private static final int END_OF_STRING = 2;

  private final Kind kind;

  /** The lower bound, or the values of a range of another kind; null for none. */
  private final Bound from;

  private final Bound to;

  private KeyRange(Kind kind, Bound from, Bound to) {
    this.kind = kind;
    this.from = from;
    this.to = to;
  }

  /** All keys. */
  public static KeyRange all() {
    return ALL;
  }

  /**
   * One key.
   *
   * @param values a value for each part of the key
   */
  public static KeyRange exact(Object... values) {
    return new KeyRange(Kind.EXACT, bound(values, Edge.INCLUDED), null);
  }

  /**
   * The keys that begin with these values. The last value is a prefix of its part, if the part is a
   * string or bytes; else the whole part.
   *
   * @param values values for the first parts of the key, at least one
   */
  public static KeyRange prefix(Object... values) {
    return new KeyRange(Kind.PREFIX, bound(values, Edge.INCLUDED), null);
  }

  /**
   * The keys of one part from a value on, up to another one, which is outside.
   *
   * @param from the first value
   * @param to the value behind the last one
   */
  public static KeyRange between(Object from, Object to) {
    return ALL.atLeast(from).below(to);
  }

  /** This range without the keys below these values. */
  public KeyRange atLeast(Object... values) {
    return withBounds(bound(values, Edge.INCLUDED), to);
  }

  /** This range without these values and the keys below them. */
  public KeyRange above(Object... values) {
    return withBounds(bound(values, Edge.EXCLUDED), to);
  }

  /** This range without the keys above these values. */
  public KeyRange atMost(Object... values) {
    return withBounds(from, bound(values, Edge.INCLUDED));
  }

  /** This range without these values and the keys above them. */
  public KeyRange below(Object... values) {
    return withBounds(from, bound(values, Edge.EXCLUDED));
  }

  /**
   * A value as text, which is read as the index's type wants it: {@code "42"} for a number.
   *
   * @return a value for the methods of this class
   */
  public static Object text(String value) {
    return new Text(Objects.requireNonNull(value, "value"));
  }

  private KeyRange withBounds(Bound lower, Bound upper) {
    if (kind != Kind.BOUNDS) {
      throw new IllegalArgumentException(this + ": expected a range of bounds, such as all()");
    }
    return new KeyRange(kind, lower, upper);
  }

  private static Bound bound(Object[] values, Edge edge) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values = none: expected at least 1");
    }
    List<Object> copies = new ArrayList<>();
    for (Object value : values) {
      Objects.requireNonNull(value, "value");
      copies.add(value instanceof byte[] bytes ? bytes.clone() : value);
    }
    return new Bound(List.copyOf(copies), edge);
  }

  /**
   * The encoded keys of this range.
   *
   * @throws IllegalArgumentException if a value has another type than its part, or if there are too
   *     many or too few; the message names index, value and what is allowed
   */
  KeyWindow window(IndexSpec spec) {
    return switch (kind) {
      case EXACT -> {
        int parts = spec.keys().types().size();
        if (from.values.size() != parts) {
          throw new IllegalArgumentException(
              "index %s: %d values: expected %d, one for each part of a key"
                  .formatted(spec.name(), from.values.size(), parts));
        }
        yield ofPrefix(key(spec, from.values));
      }
      case PREFIX -> ofPrefix(prefixKey(spec));
      case BOUNDS ->
          new KeyWindow(
              from == null ? HConstants.EMPTY_BYTE_ARRAY : lowerBound(spec), upperBound(spec));
    };
  }

  private byte[] lowerBound(IndexSpec spec) {
    byte[] key = key(spec, from.values);
    if (from.edge == Edge.INCLUDED) {
      return key;
    }
    return Objects.requireNonNull(behind(key), "no encoded key consists of FF only");
  }

  private byte[] upperBound(IndexSpec spec) {
    if (to == null) {
      return null;
    }
    byte[] key = key(spec, to.values);
    return to.edge == Edge.INCLUDED ? behind(key) : key;
  }

  private static KeyWindow ofPrefix(byte[] prefix) {
    return new KeyWindow(prefix, behind(prefix));
  }

  /** The first bytes behind all that begin with a prefix; null if there are none. */
  private static byte[] behind(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] behind = Arrays.copyOf(prefix, length);
    behind[length - 1]++;
    return behind;
  }

  private byte[] prefixKey(IndexSpec spec) {
    byte[] key = key(spec, from.values);
    KeyType last = spec.keys().types().get(from.values.size() - 1);
    return switch (last) {
      case BYTES, STRING -> Arrays.copyOf(key, key.length - END_OF_STRING);
      case INT, LONG, DOUBLE, DECIMAL -> key;
    };
  }

  private static byte[] key(IndexSpec spec, List<Object> values) {
    List<KeyType> types = spec.keys().types();
    if (values.size() > types.size()) {
      throw new IllegalArgumentException(
          "index %s: %d values: expected at most %d"
              .formatted(spec.name(), values.size(), types.size()));
    }
    try {
      List<byte[]> cells = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        cells.add(cell(types.get(i), values.get(i)));
      }
      return new EntryCodec(spec).key(cells);
    } catch (IndexKeyException e) {
      throw new IllegalArgumentException("index %s: %s".formatted(spec.name(), e.getMessage()), e);
    }
  }

  /** The bytes of a cell for a value. */
  private static byte[] cell(KeyType type, Object value) throws IndexKeyException {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof Text text) {
      return type.parse(text.text());
    }
    boolean fits =
        switch (type) {
          case BYTES -> false;
          case STRING -> value instanceof String;
          case INT, LONG -> isInteger(value);
          case DOUBLE -> value instanceof Double || value instanceof Float;
          case DECIMAL -> isInteger(value) || value instanceof BigDecimal;
        };
    if (!fits) {
      throw new IndexKeyException(
          "value '%s' of %s: expected %s"
              .formatted(value, value.getClass().getSimpleName(), type.word()));
    }
    return value instanceof Float number
        ? Bytes.toBytes(number.doubleValue()) // its text would be another double
        : type.parse(value.toString());
  }

  private static boolean isInteger(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case EXACT -> "key " + joined(from.values);
      case PREFIX -> "keys that begin with " + joined(from.values);
      case BOUNDS ->
          "keys"
              + (from == null
                  ? ""
                  : (from.edge == Edge.INCLUDED ? " >= " : " > ") + joined(from.values))
              + (to == null ? "" : (to.edge == Edge.INCLUDED ? " <= " : " < ") + joined(to.values));
    };
  }

  private static String joined(List<Object> values) {
    return values.stream()
        .map(value -> value instanceof byte[] bytes ? Bytes.toStringBinary(bytes) : "" + value)
        .collect(Collectors.joining(", "));
  }
}
