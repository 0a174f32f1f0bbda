package io.lighter.cli;

import io.lighter.common.config.ConfigurationException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Turns whatever a command threw into one line on standard error and an exit code; the stack trace
 * is for {@code --verbose}.
 */
final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Lighter root;

  ErrorReport(Lighter root) {
    this.root = root;
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parseResult) {
    PrintWriter err = command.getErr();
    if (exception instanceof ConfigurationException configuration) {
      configuration.problems().forEach(problem -> err.println("lighter: " + problem));
    } else {
      err.println("lighter: " + message(exception));
    }
    if (root.verbose()) {
      exception.printStackTrace(err);
    }
    err.flush();
    return exitCode(exception).code();
  }

  @Override
  public int handleParseException(ParameterException exception, String[] args) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("lighter: " + message(exception));
    err.println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE.code();
  }

  private static ExitCode exitCode(Exception exception) {
    if (exception instanceof ConfigurationException) {
      return ExitCode.USAGE;
    }
    return exception instanceof NotAvailableException ? ExitCode.NOT_AVAILABLE : ExitCode.FAILURE;
  }

  /** The first line of the message: remote exceptions carry the server's stack trace in theirs. */
  static String message(Throwable exception) {
    String message = exception.getMessage();
    if (message == null || message.isBlank()) {
      return exception.getClass().getSimpleName();
    }
    return message.lines().findFirst().orElseThrow();
  }
}
