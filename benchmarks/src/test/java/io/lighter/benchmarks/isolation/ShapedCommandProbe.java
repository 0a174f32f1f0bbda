package io.lighter.benchmarks.isolation;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** A command that says where it runs. */
final class ShapedCommandProbe {
  static final int EXIT_CODE = 7;

  private ShapedCommandProbe() {}

  /**
   * Runs it.
   *
   * @param args the name of a profile, and anything
   */
  public static void main(String[] args) throws IOException {
    List<String> arguments = Arrays.asList(args);
    OptionalInt code = ShapedCommand.run(IsolationProfile.named(args[0]), arguments);
    if (code.isPresent()) {
      System.exit(code.getAsInt());
    }
    String network =
        ShapedLoopback.inForce()
            .map(words -> "shaped at " + words.replaceAll(".* at ", ""))
            .orElse("not shaped");
    System.out.println(arguments + " " + System.getProperty("lighter.test") + " " + network);
    System.exit(EXIT_CODE);
  }
}
