// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.NotAvailableException;
import io.lighter.common.config.ConfigurationException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reports an exception of a command as one line on standard error and an exit code. {@code
 * --verbose} adds the stack trace.
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
      err.println("lighter: " + FirstLine.of(exception));
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
    err.println("lighter: " + FirstLine.of(exception));
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
}
