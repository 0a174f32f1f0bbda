package io.lighter.chunk;

import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the serialised form of cached blocks, so that two processes can compare theirs.
 *
 * <p>Releases of HBase differ in what the header of a cached block says of checksums (HBase 2.6.4
 * takes them out, 2.6.1 and 2.5.13 keep them), and a read fails with "Cached block contents differ"
 * where the cache has the block in another form than HBase's reader. A name is a digest of the
 * blocks of a small file, which the running HBase writes and reads: the name depends on the form,
 * not on HBase's version.
 *
 * <p>Thread-safe; the file is written once per JVM.
 */
public final class BlockFormName {
  private static final Logger LOG = LoggerFactory.getLogger(BlockFormName.class);

  private BlockFormName() {}

  /**
   * The form of the blocks that a compaction server of this JVM's HBase sends.
   *
   * @return empty if the form of this HBase cannot be determined; the reason is logged once
   */
  public static Optional<String> sent() {
    return Names.OF_THIS_HBASE.map(FormProbe.Forms::sent);
  }

  /** The form in which readers of this JVM's HBase cache blocks; empty as {@link #sent}. */
  public static Optional<String> cached() {
    return Names.OF_THIS_HBASE.map(FormProbe.Forms::cached);
  }

  /**
   * Whether blocks of a form may be cached beside those of HBase's own readers.
   *
   * @param name name of the form; empty for a peer that sends none
   */
  public static boolean isCached(String name) {
    return !name.isEmpty() && cached().filter(name::equals).isPresent();
  }

  private static final class Names {
    private static final Optional<FormProbe.Forms> OF_THIS_HBASE = find();

    private static Optional<FormProbe.Forms> find() {
      try {
        return Optional.of(FormProbe.run());
      } catch (IOException | RuntimeException | Error e) { // no thread to be had, or no such class
        LOG.warn(
            "Cannot tell the form of this HBase's cached blocks; no blocks are exchanged with"
                + " compaction servers, warm-ups read HDFS",
            e);
        return Optional.empty();
      }
    }
  }
}
