// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The range of a requested warm-up: a whole table, or its rows from a start up to a stop
 * (exclusive). Immutable.
 */
final class WarmRange {
  private static final String HEX = "\\x";
  private static final int HEX_DIGITS = 2;

  private final TableName table;
  private final byte[] startRow;
  private final byte[] stopRow;

  private WarmRange(TableName table, byte[] startRow, byte[] stopRow) {
    if (startRow.length > 0 && stopRow.length > 0 && Bytes.compareTo(startRow, stopRow) >= 0) {
      throw new IllegalArgumentException(
          "--start %s --stop %s: expected a start before the stop"
              .formatted(Bytes.toStringBinary(startRow), Bytes.toStringBinary(stopRow)));
    }
    this.table = table;
    this.startRow = startRow;
    this.stopRow = stopRow;
  }

  /**
   * Parses the options of the command line; rows may have bytes as {@code \xNN}, as in HBase's
   * shell. Other text is UTF-8, which {@code Bytes.toBytesBinary} would cut to one byte per
   * character.
   *
   * @throws IllegalArgumentException if the table's name is invalid, {@code \x} has not two
   *     hexadecimal digits, or no row is in the range
   */
  static WarmRange of(String table, String start, String stop) {
    return new WarmRange(
        TableArgument.parse("--table", table), row("--start", start), row("--stop", stop));
  }

  TableName table() {
    return table;
  }

  /** First row; empty for the first of the table. */
  byte[] startRow() {
    return startRow.clone();
  }

  /** First row behind the range; empty if the range ends with the table's last row. */
  byte[] stopRow() {
    return stopRow.clone();
  }

  /** Whether the range may contain rows of {@code region}. */
  boolean overlaps(RegionInfo region) {
    byte[] end = region.getEndKey();
    boolean endsBefore = end.length > 0 && Bytes.compareTo(end, startRow) <= 0;
    boolean startsBehind =
        stopRow.length > 0 && Bytes.compareTo(region.getStartKey(), stopRow) >= 0;
    return !endsBefore && !startsBehind;
  }

  private static byte[] row(String option, String text) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    int from = 0;
    for (int at = text.indexOf(HEX); at >= 0; at = text.indexOf(HEX, from)) {
      row.writeBytes(text.substring(from, at).getBytes(UTF_8));
      from = at + HEX.length() + HEX_DIGITS;
      row.write(hexadecimal(option, text, at + HEX.length()));
    }
    row.writeBytes(text.substring(from).getBytes(UTF_8));
    return row.toByteArray();
  }

  private static int hexadecimal(String option, String text, int at) {
    try {
      return HexFormat.fromHexDigits(text, at, at + HEX_DIGITS);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "%s %s: expected two hexadecimal digits after each \\x".formatted(option, text), e);
    }
  }
}
