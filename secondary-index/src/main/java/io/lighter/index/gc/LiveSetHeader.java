// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What a live set speaks of.
 *
 * @param definition definition of the index, as {@code IndexSpec.text} writes it
 * @param identity {@link LiveSetStore#identity} of the data table when the job began
 * @param region encoded name of the data region
 * @param startRow first row of the region, maybe empty
 * @param endRow first row behind the region; empty: the region has the last rows
 * @param sequenceId F: the highest sequence id of the inputs
 * @param seed seed of the hashes
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, not compared
record LiveSetHeader(
    String definition,
    String identity,
    String region,
    byte[] startRow,
    byte[] endRow,
    long sequenceId,
    int seed) {

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (byte[] each :
          new byte[][] {utf8(definition), utf8(identity), utf8(region), startRow, endRow}) {
        out.writeInt(each.length);
        out.write(each);
      }
      out.writeLong(sequenceId);
      out.writeInt(seed);
    }
    return bytes.toByteArray();
  }

  static LiveSetHeader of(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new LiveSetHeader(
          text(in), text(in), text(in), array(in), array(in), in.readLong(), in.readInt());
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(array(in), StandardCharsets.UTF_8);
  }

  private static byte[] array(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("length of %d bytes in a header".formatted(length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }
}
