// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

/**
 * The type of a part of a key. A type knows three forms of a value: the bytes in a cell ({@link
 * Bytes#toBytes} writes them), the part of a key that sorts as the type does, and text.
 *
 * <p>A part of a key ends by itself, so that parts may follow one another, and none is the
 * beginning of another one.
 */
public enum KeyType {
  /** Any bytes, in the order of unsigned bytes. */
  BYTES {
    @Override
    byte[] encodeValid(byte[] value) {
      return EscapedBytes.encode(value);
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return EscapedBytes.decode(bytes, cursor);
    }

    @Override
    public byte[] parse(String text) throws IndexKeyException {
      return SpecText.unescape(text);
    }

    @Override
    public String format(byte[] value) {
      return Bytes.toStringBinary(value);
    }
  },
  /**
   * Text in UTF-8, in the order of code points. Encoded as {@link #BYTES}: {@link OrderedBytes}
   * would refuse U+0000.
   */
  STRING {
    @Override
    byte[] encodeValid(byte[] value) {
      return EscapedBytes.encode(value);
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return EscapedBytes.decode(bytes, cursor);
    }

    @Override
    public byte[] parse(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String format(byte[] value) {
      return new String(value, StandardCharsets.UTF_8);
    }
  },
  /** A signed number of 4 bytes. */
  INT {
    @Override
    String problem(byte[] value) {
      return lengthProblem(value, Bytes.SIZEOF_INT);
    }

    @Override
    byte[] encodeValid(byte[] value) {
      var range = new SimplePositionedMutableByteRange(1 + Bytes.SIZEOF_INT);
      OrderedBytes.encodeInt32(range, Bytes.toInt(value), Order.ASCENDING);
      return range.getBytes();
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return Bytes.toBytes(OrderedBytes.decodeInt32(part(bytes, cursor, Bytes.SIZEOF_INT)));
    }

    @Override
    byte[] parseNumber(String text) {
      return Bytes.toBytes(Integer.parseInt(text));
    }

    @Override
    public String format(byte[] value) {
      return problem(value).isEmpty() ? Integer.toString(Bytes.toInt(value)) : BYTES.format(value);
    }
  },
  /** A signed number of 8 bytes, as {@code Increment} writes it. */
  LONG {
    @Override
    String problem(byte[] value) {
      return lengthProblem(value, Bytes.SIZEOF_LONG);
    }

    @Override
    byte[] encodeValid(byte[] value) {
      var range = new SimplePositionedMutableByteRange(1 + Bytes.SIZEOF_LONG);
      OrderedBytes.encodeInt64(range, Bytes.toLong(value), Order.ASCENDING);
      return range.getBytes();
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return Bytes.toBytes(OrderedBytes.decodeInt64(part(bytes, cursor, Bytes.SIZEOF_LONG)));
    }

    @Override
    byte[] parseNumber(String text) {
      return Bytes.toBytes(Long.parseLong(text));
    }

    @Override
    public String format(byte[] value) {
      return problem(value).isEmpty() ? Long.toString(Bytes.toLong(value)) : BYTES.format(value);
    }
  },
  /** An IEEE 754 number of 8 bytes, in the order of {@link Double#compare}. */
  DOUBLE {
    @Override
    String problem(byte[] value) {
      return lengthProblem(value, Bytes.SIZEOF_DOUBLE);
    }

    @Override
    byte[] encodeValid(byte[] value) {
      var range = new SimplePositionedMutableByteRange(1 + Bytes.SIZEOF_DOUBLE);
      OrderedBytes.encodeFloat64(range, Bytes.toDouble(value), Order.ASCENDING);
      return range.getBytes();
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return Bytes.toBytes(OrderedBytes.decodeFloat64(part(bytes, cursor, Bytes.SIZEOF_DOUBLE)));
    }

    @Override
    byte[] parseNumber(String text) {
      return Bytes.toBytes(Double.parseDouble(text));
    }

    @Override
    public String format(byte[] value) {
      return problem(value).isEmpty()
          ? Double.toString(Bytes.toDouble(value))
          : BYTES.format(value);
    }
  },
  /**
   * A decimal number, as {@link Bytes#toBytes(BigDecimal)} writes it. Numbers that {@link
   * BigDecimal#compareTo} calls equal are one key.
   */
  DECIMAL {
    @Override
    String problem(byte[] value) {
      return DecimalKeys.problem(value);
    }

    @Override
    byte[] encodeValid(byte[] value) {
      return DecimalKeys.encode(Bytes.toBigDecimal(value));
    }

    @Override
    byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException {
      return Bytes.toBytes(DecimalKeys.decode(bytes, cursor));
    }

    @Override
    byte[] parseNumber(String text) {
      return Bytes.toBytes(new BigDecimal(text));
    }

    @Override
    public String format(byte[] value) {
      return problem(value).isEmpty() ? Bytes.toBigDecimal(value).toString() : BYTES.format(value);
    }
  };

  /** The word for this type in a definition. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type with this word, if there is one. */
  public static Optional<KeyType> byWord(String word) {
    return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
  }

  /** The words of all types, separated by commas. */
  public static String words() {
    return Arrays.stream(values()).map(KeyType::word).collect(Collectors.joining(", "));
  }

  /**
   * The part of a key for a cell's value.
   *
   * @throws IndexKeyException if the value does not have this type
   */
  public byte[] encode(byte[] value) throws IndexKeyException {
    String problem = problem(value);
    if (!problem.isEmpty()) {
      throw new IndexKeyException(problem);
    }
    return encodeValid(value);
  }

  /** Whether the value has this type. */
  public boolean accepts(byte[] value) {
    return problem(value).isEmpty();
  }

  /**
   * The cell's value for a text, such as one of a command line; {@link #BYTES} take HBase's {@code
   * \x00} form.
   *
   * @throws IndexKeyException if the text does not have this type
   */
  public byte[] parse(String text) throws IndexKeyException {
    try {
      byte[] value = parseNumber(text.trim());
      String problem = problem(value);
      if (problem.isEmpty()) {
        return value;
      }
      throw new IndexKeyException("'%s': %s".formatted(text, problem));
    } catch (NumberFormatException e) {
      throw new IndexKeyException("'%s': expected %s".formatted(text, word()));
    }
  }

  /** The value as text that {@link #parse} reads; a value of another type as bytes. */
  public abstract String format(byte[] value);

  abstract byte[] encodeValid(byte[] value);

  /**
   * Reads the part at the cursor and moves the cursor behind it.
   *
   * @return the cell's value
   * @throws IndexKeyException if there is none
   */
  abstract byte[] decode(byte[] bytes, Cursor cursor) throws IndexKeyException;

  /** What is wrong with a cell's value; empty if nothing is. */
  String problem(byte[] value) {
    return "";
  }

  byte[] parseNumber(String text) {
    throw new UnsupportedOperationException(name());
  }

  String lengthProblem(byte[] value, int length) {
    return value.length == length
        ? ""
        : "value of %d bytes: expected %s, %d bytes".formatted(value.length, word(), length);
  }

  /** The part at the cursor of a type with a fixed length, behind a byte that says which type. */
  SimplePositionedMutableByteRange part(byte[] bytes, Cursor cursor, int length)
      throws IndexKeyException {
    int from = cursor.advance(1 + length, bytes.length);
    byte header = encodeValid(new byte[length])[0];
    if (bytes[from] != header) {
      throw new IndexKeyException(
          "byte %02x at %d: expected %02x for %s".formatted(bytes[from], from, header, word()));
    }
    return new SimplePositionedMutableByteRange(bytes, from, 1 + length);
  }
}
