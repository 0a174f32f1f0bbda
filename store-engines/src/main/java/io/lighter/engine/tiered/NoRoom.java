// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Tells whether a write failed because HDFS found no room for a block on the volumes that the
 * file's storage policy asks for. Another policy may then succeed. HDFS has an exception of its own
 * for quotas by storage type only, so texts of HDFS decide about the rest:
 *
 * <ul>
 *   <li>The NameNode knows no DataNode with room, or the client has excluded those that refused the
 *       block: "could only be written to 0 of the 1 minReplication nodes". A DataNode refuses a
 *       block if it has less room than its last heartbeat said.
 *   <li>The client has tried as many DataNodes as it may: "Unable to create new block".
 * </ul>
 *
 * <p>DataNodes that do not answer when a block is created cause the same texts. No room are neither
 * a quota of names or of all bytes, which counts for each policy, nor a DataNode that fails within
 * a block.
 *
 * <p>Stateless.
 */
final class NoRoom {
  /** Causes to look at, since a chain of causes may be a ring. */
  private static final int MOST_CAUSES = 20;

  /** "replicated to" before Hadoop 3.1. */
  private static final Pattern NO_TARGET =
      Pattern.compile("could only be (written|replicated) to \\d+ .*minReplication");

  private static final String NO_BLOCK = "Unable to create new block";

  private NoRoom() {}

  /** Returns the first cause, or the error itself, that says so; empty if there is none. */
  static Optional<Throwable> in(IOException error) {
    Throwable cause = error;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (says(cause)) {
        return Optional.of(cause);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /**
   * Tells whether another process says so about its write.
   *
   * @param failure class and message of its error, as {@code Throwable.toString()} has them
   */
  static boolean isSaidBy(String failure) {
    return says(failure)
        || failure.contains(QuotaByStorageTypeExceededException.class.getSimpleName());
  }

  private static boolean says(Throwable cause) {
    if (cause instanceof QuotaByStorageTypeExceededException) {
      return true;
    }
    if (cause instanceof RemoteException remote) {
      return remote.getClassName().equals(QuotaByStorageTypeExceededException.class.getName())
          || says(remote.getMessage());
    }
    return cause instanceof IOException && says(cause.getMessage());
  }

  private static boolean says(String message) {
    return message != null && (message.contains(NO_BLOCK) || NO_TARGET.matcher(message).find());
  }
}
