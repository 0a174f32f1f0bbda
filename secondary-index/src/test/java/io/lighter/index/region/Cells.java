// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Cells of row {@code r} and family {@code f}, from lines such as {@code put city 10 seq=1 Rome}.
 */
final class Cells {
  static final byte[] ROW = Bytes.toBytes("r");
  static final byte[] FAMILY = Bytes.toBytes("f");

  private Cells() {}

  /** Reads one cell a line: kind, column, timestamp, sequence id, value of a put. */
  static List<Cell> of(String script) {
    List<Cell> cells = new ArrayList<>();
    for (String line : script.strip().split("\n", -1)) {
      if (line.isBlank()) {
        continue;
      }
      String[] words = line.strip().split("\\s+", -1);
      KeyValue.Type type =
          switch (words[0]) {
            case "put" -> KeyValue.Type.Put;
            case "delete-version" -> KeyValue.Type.Delete;
            case "delete-column" -> KeyValue.Type.DeleteColumn;
            case "delete-family" -> KeyValue.Type.DeleteFamily;
            case "delete-family-version" -> KeyValue.Type.DeleteFamilyVersion;
            default -> throw new IllegalArgumentException(line);
          };
      byte[] qualifier = words[1].equals("-") ? new byte[0] : Bytes.toBytes(words[1]);
      byte[] value = words.length > 4 ? Bytes.toBytes(words[4]) : new byte[0];
      KeyValue cell = new KeyValue(ROW, FAMILY, qualifier, Long.parseLong(words[2]), type, value);
      cell.setSequenceId(Long.parseLong(words[3].substring("seq=".length())));
      cells.add(cell);
    }
    return cells;
  }
}
