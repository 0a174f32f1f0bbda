// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;

/** Classifies the failure of a call to a compaction server. */
final class CallFailures {
  /**
   * {@code FailedServerException}: HBase's client avoids a server for 2 s after a connection to it
   * could not be opened, for whatever reason ({@code FailedServers}).
   */
  private static final List<Class<? extends IOException>> BROKEN =
      List.of(
          ClosedChannelException.class,
          ConnectionClosedException.class,
          SocketException.class,
          FailedServerException.class);

  private CallFailures() {}

  /** Whether no process listens any more, as opposed to a late answer. */
  static boolean isGone(IOException e) {
    return has(e, ConnectException.class);
  }

  /** Whether only the connection broke, so that another one may succeed. */
  static boolean isBroken(IOException e) {
    return !isGone(e) && BROKEN.stream().anyMatch(type -> has(e, type));
  }

  static LocalReason reason(IOException e) {
    if (e instanceof CallDroppedException) { // the server's call queue is full
      return LocalReason.BUSY;
    }
    return e instanceof CallTimeoutException ? LocalReason.TIMEOUT : LocalReason.FAILED;
  }

  /** Describes a failure; a connection that closes while it is opened has no message. */
  static String inWords(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private static boolean has(IOException e, Class<? extends IOException> type) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }
}
