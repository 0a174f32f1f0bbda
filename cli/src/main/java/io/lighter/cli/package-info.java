// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The command line, {@code bin/lighter}. {@link io.lighter.cli.Lighter} is the main class and the
 * only place that knows all commands. A command reads its configuration through {@link
 * io.lighter.cli.command.Site} and throws on errors; {@link io.lighter.cli.ErrorReport} converts an
 * exception to one line and an {@link io.lighter.cli.command.ExitCode}.
 *
 * <p>Commands run in the main thread, except the processes of {@code manager start} and {@code
 * server start}. Only {@code engine enable} and {@code engine disable} change a table, and no
 * command changes a store file.
 */
package io.lighter.cli;
