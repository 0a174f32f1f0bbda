// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Code that commands of this module and of {@link io.lighter.cli.command.CommandProvider others}
 * share: the {@link io.lighter.cli.command.Site} of the cluster, the operator's log-in, {@link
 * io.lighter.cli.command.ExitCode}, formats for tables and numbers.
 */
package io.lighter.cli.command;
