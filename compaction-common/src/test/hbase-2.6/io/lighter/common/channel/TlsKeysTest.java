// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.junit.jupiter.api.Test;

class TlsKeysTest {
  @Test
  void keysEqualHBasesConstants() {
    assertThat(TlsKeys.SERVER_ENABLED).isEqualTo(X509Util.HBASE_SERVER_NETTY_TLS_ENABLED);
    assertThat(TlsKeys.CLIENT_ENABLED).isEqualTo(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED);
    assertThat(TlsKeys.SERVER_SUPPORTS_PLAIN_TEXT)
        .isEqualTo(X509Util.HBASE_SERVER_NETTY_TLS_SUPPORTPLAINTEXT);
    assertThat(TlsKeys.KEY_STORE_LOCATION).isEqualTo(X509Util.TLS_CONFIG_KEYSTORE_LOCATION);
  }
}
