/**
 * What commands share, those of this module and those that {@link
 * io.lighter.cli.command.CommandProvider another} adds: the {@link io.lighter.cli.command.Site}
 * that a command talks to, the operator's log-in, {@link io.lighter.cli.command.ExitCode}, tables
 * and numbers for people.
 */
package io.lighter.cli.command;
