// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** A command that prints whether it runs inside. */
final class ShapedCommandProbe {
  static final int EXIT_CODE = 7;
  private static final int SENT_BYTES = 100_000;

  private ShapedCommandProbe() {}

  /**
   * Runs the command.
   *
   * @param args the name of a profile, and any arguments
   */
  public static void main(String[] args) throws IOException {
    List<String> arguments = Arrays.asList(args);
    OptionalInt code = ShapedCommand.run(IsolationProfile.named(args[0]), arguments);
    if (code.isPresent()) {
      System.exit(code.getAsInt());
    }
    String network = ShapedLoopback.inForce().isPresent() ? shapedNetwork() : "not shaped";
    System.out.println(arguments + " " + System.getProperty("lighter.test") + " " + network);
    System.exit(EXIT_CODE);
  }

  private static String shapedNetwork() throws IOException {
    String words = ShapedLoopback.inForce().orElseThrow().replaceAll(".* at ", "");
    long before = links();
    try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ShapedLoopback.giveOwnLinks(List.of(own.getLocalPort(), other.getLocalPort()));
      return "shaped at %s, links: %d, then %d, echoed over one of them: %d"
          .formatted(words, before, links(), echo(own));
    }
  }

  private static long links() throws IOException {
    Process process = new ProcessBuilder("tc", "class", "show", "dev", "lo").start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .count();
  }

  private static int echo(ServerSocket server) throws IOException {
    try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket served = server.accept()) {
      served.getOutputStream().write(new byte[SENT_BYTES]);
      served.shutdownOutput();
      return client.getInputStream().readAllBytes().length;
    }
  }
}
