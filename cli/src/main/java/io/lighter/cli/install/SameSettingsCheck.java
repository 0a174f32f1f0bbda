// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.common.channel.TlsKeys;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.User;

/**
 * Checks that region servers and Lighter's processes have the same values of all shared settings in
 * two configuration folders.
 */
final class SameSettingsCheck implements Check {
  private static final List<String> KEYS =
      List.of(
          HConstants.HBASE_DIR,
          HConstants.ZOOKEEPER_QUORUM,
          HConstants.ZOOKEEPER_CLIENT_PORT,
          HConstants.ZOOKEEPER_ZNODE_PARENT,
          HConstants.ZK_CFG_PROPERTY_PREFIX + "client.secure",
          LighterOption.ZNODE_PARENT.key(),
          LighterOption.GROUP.key(),
          LighterOption.WARMUP_CHUNK_SIZE.key(),
          CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION,
          User.HBASE_SECURITY_CONF_KEY,
          "hbase.rpc.protection",
          SecurityConstants.REGIONSERVER_KRB_PRINCIPAL,
          SecurityConstants.MASTER_KRB_PRINCIPAL,
          TlsKeys.SERVER_ENABLED,
          TlsKeys.CLIENT_ENABLED,
          TlsKeys.SERVER_SUPPORTS_PLAIN_TEXT,
          HConstants.CRYPTO_KEYPROVIDER_CONF_KEY,
          HConstants.CRYPTO_MASTERKEY_NAME_CONF_KEY,
          StoreFileTrackerFactory.TRACKER_IMPL,
          "hbase.io.compress.gz.codec",
          "hbase.io.compress.lz4.codec",
          "hbase.io.compress.lzo.codec",
          "hbase.io.compress.lzma.codec",
          "hbase.io.compress.snappy.codec",
          "hbase.io.compress.zstd.codec",
          "hbase.io.compress.brotli.codec",
          "hbase.io.compress.bzip2.codec");

  private final Configuration conf;
  private final Path other;

  /**
   * Creates the check without I/O.
   *
   * @param other the folder of the other side's site files
   */
  SameSettingsCheck(Configuration conf, Path other) {
    this.conf = conf;
    this.other = other;
  }

  @Override
  public String name() {
    return "same settings";
  }

  @Override
  public void run(Findings findings) throws IOException {
    Configuration theirs = SiteFiles.load(other);
    boolean same = true;
    for (String key : KEYS) {
      String here = value(conf, key);
      String there = value(theirs, key);
      if (!Objects.equals(here, there)) {
        same = false;
        findings.problem(
            key,
            "'%s', but '%s' in %s".formatted(text(here), text(there), other),
            "give region servers and Lighter's processes the same value");
      }
    }
    if (same) {
      findings.ok(other.toString(), "the same in all %d keys that matter".formatted(KEYS.size()));
    }
  }

  /** The value, or the default of an option of Lighter's; {@code null} if there is neither. */
  private static String value(Configuration site, String key) {
    String value = site.getTrimmed(key);
    return value == null
        ? LighterOption.byKey(key).map(LighterOption::defaultValue).orElse(null)
        : value;
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
