package io.lighter.common.config;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.Encryption;

/**
 * HBase's site settings that shape what a compaction writes. Those of the region server hold on a
 * compaction server, too: they travel with each request.
 */
public final class ShapingSettings {
  /** What the compactor, its scanners and the store file writer read. */
  private static final List<String> PREFIXES =
      List.of(
          "hbase.hstore.",
          "hbase.store.",
          "hbase.hfile.",
          "hbase.writer.",
          "hbase.block.compressed.size.predicator",
          "hbase.block.max.size.uncompressed",
          "hbase.enable.historical.compaction.files",
          "hbase.io.compress.",
          "hbase.regionserver.majorcompaction.",
          "hbase.regionserver.minorcompaction.",
          // Beyond it a compaction fails.
          HConstants.TABLE_MAX_ROWSIZE_KEY,
          "hfile.",
          "io.storefile.",
          // Levels and buffers, as the writer tells the compressor. The codec's class is not read
          // from here: HBase takes it from the site, once per process.
          "io.compression.codec.",
          "zlib.compress.");

  /**
   * With which of the keys that a server has it encrypts the key of an output, and how it hashes
   * that key: a rotation that has reached the region servers is not undone by a compaction server
   * that it has not reached.
   */
  private static final List<String> KEY_NAMES =
      List.of(
          HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY,
          HConstants.CRYPTO_MASTERKEY_ALTERNATE_NAME_CONF_KEY,
          Encryption.CRYPTO_KEY_HASH_ALGORITHM_CONF_KEY);

  /** Who may read the output. */
  private static final List<String> PERMISSIONS =
      List.of(HConstants.ENABLE_DATA_FILE_UMASK, HConstants.DATA_FILE_UMASK_KEY);

  /**
   * What HBase's store and compactor read once, when the store opens ({@code HStore}'s and {@code
   * Compactor}'s constructors): a value that is set later holds when the region opens again. All
   * others are read for each file.
   */
  private static final Set<String> READ_AT_OPENING =
      Set.of(
          "hbase.hstore.time.to.purge.deletes",
          HConstants.COMPACTION_KV_MAX,
          "hbase.hstore.compaction.scanner.size.limit",
          HConstants.KEEP_SEQID_PERIOD,
          "hbase.regionserver.majorcompaction.pagecache.drop",
          "hbase.regionserver.minorcompaction.pagecache.drop");

  private ShapingSettings() {}

  /** Whether a store keeps the value that the site had when the store opened. */
  public static boolean isReadAtOpening(String key) {
    return READ_AT_OPENING.contains(key);
  }

  /** Whether it travels. What a region server does not set does not hold for its jobs. */
  public static boolean include(String key) {
    return isWriters(key) || isKeyName(key) || PERMISSIONS.contains(key);
  }

  /** Whether it is the compactor's or the writer's. */
  public static boolean isWriters(String key) {
    return PREFIXES.stream().anyMatch(key::startsWith);
  }

  /** Whether it names a key, without saying where it is kept. */
  public static boolean isKeyName(String key) {
    return KEY_NAMES.contains(key);
  }
}
