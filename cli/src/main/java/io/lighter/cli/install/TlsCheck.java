// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.common.channel.ChannelTls;
import io.lighter.common.channel.TlsKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks that TLS is on for both ends or for none, and that the key and trust stores can be opened.
 */
final class TlsCheck implements Check {
  private static final String SERVER = TlsKeys.SERVER_ENABLED;
  private static final String CLIENT = TlsKeys.CLIENT_ENABLED;
  private static final String PLAIN = TlsKeys.SERVER_SUPPORTS_PLAIN_TEXT;

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

  /** Opens the stores as the processes do at start. */
  private void stores(Findings findings, boolean server, boolean client) {
    try {
      if (server) {
        ChannelTls.ofServer(conf).close();
      }
      if (client) {
        ChannelTls.ofClient(conf).close();
      }
      findings.ok(TlsKeys.KEY_STORE_LOCATION, "key store and trust store can be opened");
    } catch (IOException e) {
      findings.problem(
          TlsKeys.KEY_STORE_LOCATION,
          "%s: %s"
              .formatted(FirstLine.of(e), e.getCause() == null ? "" : FirstLine.of(e.getCause())),
          "see the location, type and password of hbase.rpc.tls.keystore and .truststore");
    }
  }
}
