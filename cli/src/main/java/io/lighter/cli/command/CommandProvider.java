// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.util.List;

/**
 * Provides another module's commands to {@code bin/lighter}. {@link java.util.ServiceLoader} finds
 * providers, so the command line also runs without the module's jar, then without its commands.
 */
public interface CommandProvider {
  /**
   * Group of another module that contains the commands, such as {@code bench}; empty for the root.
   */
  default String group() {
    return "";
  }

  /**
   * The commands, in the order of the help: objects with picocli's annotations, or command lines.
   *
   * @param site reads the site's configuration when a command asks for it
   */
  List<Object> commands(Site.Loader site);
}
