package io.lighter.cli.command;

/** Of an error's message: remote exceptions carry the server's stack trace in theirs. */
public final class FirstLine {
  private FirstLine() {}

  /** The class's name when there is no message. */
  public static String of(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank()
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElseThrow();
  }
}
