package io.lighter.manager.web;

import java.io.IOException;
import java.util.Optional;

/** Who leads, for a web server that may be a standby's. Thread-safe. */
public interface Leader {
  /** Whether this manager leads, as far as it knows. */
  boolean isSelf();

  /** Whether ZooKeeper can be asked; if not, {@link #dashboard} would wait for it. */
  boolean isKnown();

  /**
   * URL of the leader's dashboard; empty when nobody leads or the leader has none.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  Optional<String> dashboard() throws IOException;

  /**
   * Another manager that leads, host,port,startcode; empty when none is known.
   *
   * @throws IOException if ZooKeeper does not answer
   */
  Optional<String> other() throws IOException;
}
