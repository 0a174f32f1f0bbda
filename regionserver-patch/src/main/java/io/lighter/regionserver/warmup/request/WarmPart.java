package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmupReport;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What one store does for a request to warm a table. Any thread may ask for its figures. */
public interface WarmPart {
  /** Encoded name of the region. */
  String region();

  /** An estimate until the part runs; afterwards what {@link #doneBytes} ends at. */
  long totalBytes();

  /** Bytes on disk of the blocks that are cached, those included that were before. */
  long doneBytes();

  /** What the manager is told of it. */
  WarmupReport report();

  /**
   * Caches the blocks, and returns when that has ended.
   *
   * @param unwanted whether to stop; asked before each block
   * @return why not all blocks are cached; empty if they are
   */
  Optional<String> warm(BooleanSupplier unwanted);
}
