package io.lighter.cli.command;

import java.util.List;

/**
 * Commands that another module adds to {@code bin/lighter}. Found by {@link
 * java.util.ServiceLoader}, so the command line runs without the module's jar, and then has no such
 * command.
 */
public interface CommandProvider {
  /**
   * The command group of another module to which the commands belong, such as {@code bench}; empty
   * for the root.
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
