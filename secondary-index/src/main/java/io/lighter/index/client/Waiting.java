// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Waits for futures of HBase's asynchronous client, whose calls have deadlines. */
final class Waiting {
  private Waiting() {}

  /**
   * Waits for a result.
   *
   * @throws IOException why the future failed
   * @throws InterruptedIOException if the thread is interrupted, whose flag stays set
   */
  static <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while waiting for HBase").initCause(e);
    } catch (ExecutionException e) {
      throw asIOException(reason(e));
    }
  }

  /** The reason of a failure without the wrapping of futures. */
  static Throwable reason(Throwable failure) {
    Throwable reason = failure;
    while ((reason instanceof CompletionException || reason instanceof ExecutionException)
        && reason.getCause() != null) {
      reason = reason.getCause();
    }
    return reason;
  }

  private static IOException asIOException(Throwable reason) {
    if (reason instanceof IOException io) {
      return io;
    }
    if (reason instanceof Error error) {
      throw error;
    }
    if (reason instanceof IllegalArgumentException wrong) {
      throw wrong;
    }
    return new IOException(reason);
  }

  /** The first cause of a type in the chain of a failure, or null. */
  static <T extends Throwable> T cause(Throwable failure, Class<T> type) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
    }
    return null;
  }
}
