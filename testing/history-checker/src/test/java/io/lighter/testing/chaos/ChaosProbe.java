package io.lighter.testing.chaos;

import picocli.CommandLine;

/** {@code lighter chaos} as a process of its own. */
final class ChaosProbe {
  private ChaosProbe() {}

  /** The command's arguments. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ChaosCommand()).execute(args));
  }
}
