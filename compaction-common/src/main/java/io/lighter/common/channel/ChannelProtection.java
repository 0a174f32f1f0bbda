package io.lighter.common.channel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;

/** How a chunk channel protects its bytes, so that it is never less than HBase's RPC does. */
public enum ChannelProtection {
  /** Not at all, as HBase's RPC. */
  PLAIN,
  /** By TLS, as HBase's RPC. */
  TLS,
  /** SASL protects HBase's RPC, and cannot protect a channel: chunks travel over RPC. */
  RPC_ONLY;

  /** What HBase's RPC asks for; a list stands for whatever is negotiated. */
  static final String RPC_PROTECTION = "hbase.rpc.protection";

  /** Values that protect nothing, with the name that HBase accepts for old times' sake. */
  private static final Set<String> AUTHENTICATION_ONLY = Set.of("authentication", "auth");

  /** For a process that accepts channels. */
  public static ChannelProtection ofServer(Configuration conf) {
    return of(conf, TlsKeys.SERVER_ENABLED);
  }

  /** For a process that opens channels. */
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
