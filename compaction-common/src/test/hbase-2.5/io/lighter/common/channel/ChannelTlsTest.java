// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ChannelTlsTest {
  @Test
  void tlsIsRefusedAndMessageNamesKey() {
    Configuration conf = new Configuration(false);

    assertThatThrownBy(() -> ChannelTls.ofServer(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(TlsKeys.SERVER_ENABLED)
        .hasMessageContaining("since 2.6");
    assertThatThrownBy(() -> ChannelTls.ofClient(conf))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(TlsKeys.CLIENT_ENABLED);
  }
}
