package io.lighter.cli.command;

/** What the shell gets; scripts may rely on the numbers. */
public enum ExitCode {
  /** Done. */
  OK(0),
  /** Tried and failed. */
  FAILURE(1),
  /** The command line or the configuration is wrong: trying again will not help. */
  USAGE(2),
  /** No ZooKeeper or no manager: trying again later may help. */
  NOT_AVAILABLE(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number for the shell. */
  public int code() {
    return code;
  }
}
