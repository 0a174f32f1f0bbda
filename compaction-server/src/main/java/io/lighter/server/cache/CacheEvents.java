package io.lighter.server.cache;

/** Told what happens to chunks, on any thread: must return at once and not call back. */
public interface CacheEvents {
  /** An output is complete and kept. */
  void outputKept();

  void chunkServed(long bytes);

  /** There was no memory for a chunk, or it could not be made. */
  void chunkDropped();

  /** An output was forgotten because its region server did not ask for it any more. */
  void leaseEnded();
}
