// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

/** Events of chunks, called on any thread. Implementations return at once and do not call back. */
public interface CacheEvents {
  /** An output is complete and retained. */
  void outputRetained();

  void chunkServed(long bytes);

  /** A chunk could not be made, or there was no memory for it. */
  void chunkDropped();

  /** A secondary replica has looked for an output. */
  void lookedUp(boolean found);

  /** A retained output was dropped because its region server did not ask for it any more. */
  void leaseEnded();
}
