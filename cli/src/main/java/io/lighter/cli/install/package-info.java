/**
 * What {@code lighter install-check} looks at. A {@link io.lighter.cli.install.Check} examines one
 * thing and tells {@link io.lighter.cli.install.Findings} about it; {@link
 * io.lighter.cli.install.Installation} says which folders and jars this host has, {@link
 * io.lighter.cli.install.InstallReport} renders the outcome. Start at {@link
 * io.lighter.cli.install.OfflineChecks}.
 *
 * <p>Everything runs in the thread of the command. Nothing here changes a file, a znode or a table.
 */
package io.lighter.cli.install;
