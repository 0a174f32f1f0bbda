// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;

/** The protection of a chunk channel, which is never weaker than that of HBase's RPC. */
public enum ChannelProtection {
  /** No protection, as HBase's RPC. */
  PLAIN,
  /** TLS, as HBase's RPC. */
  TLS,
  /** SASL protects HBase's RPC but cannot protect a channel: chunks travel over RPC. */
  RPC_ONLY;

  /** HBase's key for the protection of RPC; a list stands for any negotiated value. */
  static final String RPC_PROTECTION = "hbase.rpc.protection";

  /** Values without protection, including a name that HBase still accepts. */
  private static final Set<String> AUTHENTICATION_ONLY = Set.of("authentication", "auth");

  /** The protection for a process that accepts channels. */
  public static ChannelProtection ofServer(Configuration conf) {
    return of(conf, TlsKeys.SERVER_ENABLED);
  }

  /** The protection for a process that opens channels. */
  public static ChannelProtection ofClient(Configuration conf) {
    return of(conf, TlsKeys.CLIENT_ENABLED);
  }

  private static ChannelProtection of(Configuration conf, String tlsKey) {
    if (conf.getBoolean(tlsKey, false)) {
      return TLS;
    }
    boolean protectedBySasl =
        User.isHBaseSecurityEnabled(conf)
            && Arrays.stream(conf.getTrimmedStrings(RPC_PROTECTION))
                .map(value -> value.toLowerCase(Locale.ROOT))
                .anyMatch(value -> !AUTHENTICATION_ONLY.contains(value));
    return protectedBySasl ? RPC_ONLY : PLAIN;
  }
}
