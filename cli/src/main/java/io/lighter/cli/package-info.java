/**
 * The command line, {@code bin/lighter}. {@link io.lighter.cli.Lighter} is the main class and the
 * only place that knows all commands; a command reads what it needs through {@link
 * io.lighter.cli.command.Site} and throws, {@link io.lighter.cli.ErrorReport} makes one line and an
 * {@link io.lighter.cli.command.ExitCode} of it.
 *
 * <p>Everything runs in the main thread, except the processes that {@code manager start} and {@code
 * server start} hand over to. No command changes a table or a store file.
 */
package io.lighter.cli;
