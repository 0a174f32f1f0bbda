// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

/** HBase's keys for TLS. Releases of HBase without TLS have no constants for them. */
public final class TlsKeys {
  /** Whether a server accepts TLS. */
  public static final String SERVER_ENABLED = "hbase.server.netty.tls.enabled";

  /** Whether a client speaks TLS. */
  public static final String CLIENT_ENABLED = "hbase.client.netty.tls.enabled";

  /** Whether a server with TLS accepts plain text as well. */
  public static final String SERVER_SUPPORTS_PLAIN_TEXT = "hbase.server.netty.tls.supportplaintext";

  /** Path of the key store. */
  public static final String KEY_STORE_LOCATION = "hbase.rpc.tls.keystore.location";

  private TlsKeys() {}
}
