package io.lighter.cli.install;

import io.lighter.common.channel.ChannelTls;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;

/** TLS is on for both ends or for none, and the key and trust stores can be opened. */
final class TlsCheck implements Check {
  private static final String SERVER = X509Util.HBASE_SERVER_NETTY_TLS_ENABLED;
  private static final String CLIENT = X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED;
  private static final String PLAIN = X509Util.HBASE_SERVER_NETTY_TLS_SUPPORTPLAINTEXT;

  private final Configuration conf;

  TlsCheck(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public String name() {
    return "tls";
  }

  @Override
  public void run(Findings findings) {
    boolean server = conf.getBoolean(SERVER, false);
    boolean client = conf.getBoolean(CLIENT, false);
    if (!server && !client) {
      findings.ok(SERVER, "no TLS");
      return;
    }
    if (!server) {
      findings.problem(
          CLIENT,
          "true, while " + SERVER + " is false: what Lighter opens is TLS, what it accepts is not",
          "set both to the same; servers first in a rolling change");
    } else if (!client && !conf.getBoolean(PLAIN, true)) {
      findings.problem(
          CLIENT,
          "false, while servers accept nothing but TLS (%s = false)".formatted(PLAIN),
          "set it to true");
    } else if (!client) {
      findings.warning(
          CLIENT,
          "false, while " + SERVER + " is true: chunks go over RPC, in plain text",
          "set it to true when all servers have their keys");
    } else {
      findings.ok(SERVER, "TLS at both ends");
    }
    stores(findings, server, client);
  }

  /** As the processes open them when they start. */
  private void stores(Findings findings, boolean server, boolean client) {
    try {
      if (server) {
        ChannelTls.ofServer(conf).close();
      }
      if (client) {
        ChannelTls.ofClient(conf).close();
      }
      findings.ok(X509Util.TLS_CONFIG_KEYSTORE_LOCATION, "key store and trust store can be opened");
    } catch (IOException e) {
      findings.problem(
          X509Util.TLS_CONFIG_KEYSTORE_LOCATION,
          "%s: %s"
              .formatted(FirstLine.of(e), e.getCause() == null ? "" : FirstLine.of(e.getCause())),
          "see the location, type and password of hbase.rpc.tls.keystore and .truststore");
    }
  }
}
