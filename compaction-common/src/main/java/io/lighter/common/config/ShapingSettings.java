// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.Encryption;

/**
 * HBase's site settings that shape the output of a compaction. Those of the region server also hold
 * on a compaction server: each request carries them.
 */
public final class ShapingSettings {
  /** Prefixes of the keys that the compactor, its scanners and the store file writer read. */
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
          // A compaction fails beyond this limit.
          HConstants.TABLE_MAX_ROWSIZE_KEY,
          "hfile.",
          "io.storefile.",
          // Levels and buffers that the writer passes to the compressor. HBase reads the codec's
          // class from the site, once per process.
          "io.compression.codec.",
          "zlib.compress.");

  /**
   * Names of the encryption key of an output, and its hash algorithm. A key rotation that has
   * reached the region servers holds for a compaction server that it has not reached.
   */
  private static final List<String> KEY_NAMES =
      List.of(
          HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY,
          HConstants.CRYPTO_MASTERKEY_ALTERNATE_NAME_CONF_KEY,
          Encryption.CRYPTO_KEY_HASH_ALGORITHM_CONF_KEY);

  /** Access rights of the output. */
  private static final List<String> PERMISSIONS =
      List.of(HConstants.ENABLE_DATA_FILE_UMASK, HConstants.DATA_FILE_UMASK_KEY);

  /**
   * Keys that HBase's store and compactor read once, when the store opens ({@code HStore}'s and
   * {@code Compactor}'s constructors). A later value holds when the region opens again. All other
   * keys are read for each file.
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

  /**
   * Whether a request carries the key. A key that a region server does not set is not set for its
   * jobs.
   */
  public static boolean include(String key) {
    return isWriters(key) || isKeyName(key) || PERMISSIONS.contains(key);
  }

  /** Whether the compactor or the writer reads the key. */
  public static boolean isWriters(String key) {
    return PREFIXES.stream().anyMatch(key::startsWith);
  }

  /** Whether the key names an encryption key, without saying where that key is stored. */
  public static boolean isKeyName(String key) {
    return KEY_NAMES.contains(key);
  }
}
