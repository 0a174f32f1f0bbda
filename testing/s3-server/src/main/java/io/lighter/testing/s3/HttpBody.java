// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Passes the body of an HTTP/1.1 message on, whose head says where the body ends. */
final class HttpBody {
  private static final int BUFFER_BYTES = 16 << 10;
  private static final int MOST_LINE_BYTES = 8 << 10;
  private static final int HEX = 16;

  private HttpBody() {}

  /** Whether only the end of the connection ends a body after this head. */
  static boolean endsWithConnection(HttpHead head) {
    return !isChunked(head) && head.value("Content-Length").isEmpty();
  }

  /**
   * Copies a body as it is sent, with its chunks.
   *
   * @param head what precedes the body; without a length and chunks, the body is all the rest
   * @param counter is told the bytes of content before they are written
   * @throws IOException also if the stream ends in a body with a length or chunks
   */
  static void copy(HttpHead head, InputStream in, OutputStream out, LongConsumer counter)
      throws IOException {
    if (isChunked(head)) {
      copyChunks(in, out, counter);
      return;
    }
    Optional<String> length = head.value("Content-Length");
    if (length.isEmpty()) {
      copyRest(in, out, counter);
      return;
    }
    try {
      copy(Long.parseLong(length.get()), in, out, counter);
    } catch (NumberFormatException e) {
      throw new IOException("Content-Length: " + length.get(), e);
    }
  }

  private static boolean isChunked(HttpHead head) {
    return head.has("Transfer-Encoding", "chunked");
  }

  private static void copy(long length, InputStream in, OutputStream out, LongConsumer counter)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (long left = length; left > 0; ) {
      int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (count < 0) {
        throw new EOFException("the connection ended %d bytes before a body did".formatted(left));
      }
      counter.accept(count);
      out.write(buffer, 0, count);
      left -= count;
    }
  }

  private static void copyRest(InputStream in, OutputStream out, LongConsumer counter)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      counter.accept(count);
      out.write(buffer, 0, count);
    }
  }

  private static void copyChunks(InputStream in, OutputStream out, LongConsumer counter)
      throws IOException {
    while (true) {
      String line = copyLine(in, out);
      long size;
      try {
        size = Long.parseLong(line.split(";", -1)[0].strip(), HEX);
      } catch (NumberFormatException e) {
        throw new IOException("size of a chunk: " + line, e);
      }
      if (size == 0) {
        break;
      }
      copy(size, in, out, counter);
      copyLine(in, out);
    }
    String trailer = copyLine(in, out);
    while (!trailer.isEmpty()) {
      trailer = copyLine(in, out);
    }
  }

  private static String copyLine(InputStream in, OutputStream out) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended between two chunks");
      }
      line.write(next);
      if (line.size() > MOST_LINE_BYTES) {
        throw new IOException(
            "a line between two chunks has more than %d bytes".formatted(MOST_LINE_BYTES));
      }
    }
    out.write(line.toByteArray());
    out.write('\n');
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }
}
