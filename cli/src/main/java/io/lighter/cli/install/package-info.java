// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The checks of {@code lighter install-check}. A {@link io.lighter.cli.install.Check} examines one
 * thing and adds to {@link io.lighter.cli.install.Findings}. {@link
 * io.lighter.cli.install.Installation} has the folders and jars of this host, and {@link
 * io.lighter.cli.install.InstallReport} renders the result. Start at {@link
 * io.lighter.cli.install.OfflineChecks}.
 *
 * <p>Everything runs in the command's thread. Checks change no file, znode or table.
 */
package io.lighter.cli.install;
