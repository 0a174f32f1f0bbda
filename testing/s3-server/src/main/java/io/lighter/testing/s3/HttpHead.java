// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Start line and header lines of an HTTP/1.1 message, as they were sent. Immutable.
 *
 * @param startLine line of the request or of the status
 * @param headers header lines in their order
 */
record HttpHead(String startLine, List<String> headers) {
  /** More than S3's clients and S3Proxy send. */
  private static final int MOST_BYTES = 64 << 10;

  private static final String LINE_END = "\r\n";

  HttpHead {
    headers = List.copyOf(headers);
  }

  /**
   * Reads a head.
   *
   * @return empty if the stream ends before its first byte
   * @throws IOException also if the stream ends in the head, or the head is longer than 64 KiB
   */
  static Optional<HttpHead> read(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int count = 0; count < MOST_BYTES; count++) {
      int next = in.read();
      if (next < 0) {
        if (count == 0) {
          return Optional.empty();
        }
        throw new EOFException("the connection ended in the head of a message");
      }
      if (next != '\n') {
        line.write(next);
        continue;
      }
      String text = line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      line.reset();
      if (!text.isEmpty()) {
        lines.add(text);
      } else if (!lines.isEmpty()) {
        return Optional.of(new HttpHead(lines.get(0), lines.subList(1, lines.size())));
      }
    }
    throw new IOException("the head of a message has more than %d bytes".formatted(MOST_BYTES));
  }

  /** Value of the first header of that name, in any case. */
  Optional<String> value(String name) {
    return headers.stream()
        .filter(header -> isNamed(header, name))
        .findFirst()
        .map(header -> header.substring(name.length() + 1).strip());
  }

  /** Whether a header has the value, both in any case. */
  boolean has(String name, String value) {
    return value(name).filter(value::equalsIgnoreCase).isPresent();
  }

  /** The same without headers of that name. */
  HttpHead without(String name) {
    return new HttpHead(
        startLine, headers.stream().filter(header -> !isNamed(header, name)).toList());
  }

  /**
   * Code of a response.
   *
   * @throws IOException if the first line is none of a response
   */
  int status() throws IOException {
    String[] words = startLine.split(" ", -1);
    if (words.length < 2 || !words[1].matches("[1-5]\\d\\d")) {
      throw new IOException("no response of HTTP: " + startLine);
    }
    return Integer.parseInt(words[1]);
  }

  void write(OutputStream out) throws IOException {
    String text =
        startLine
            + LINE_END
            + String.join("", headers.stream().map(header -> header + LINE_END).toList())
            + LINE_END;
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static boolean isNamed(String header, String name) {
    return header.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ':');
  }
}
