// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelProtectionTest {
  private final Configuration conf = HBaseConfiguration.create();

  @ParameterizedTest
  @CsvSource({
    "simple,   authentication,         PLAIN",
    "simple,   privacy,                PLAIN",
    "kerberos, authentication,         PLAIN",
    "kerberos, Authentication,         PLAIN",
    "kerberos, auth,                   PLAIN",
    "kerberos, integrity,              RPC_ONLY",
    "kerberos, auth-int,               RPC_ONLY",
    "kerberos, privacy,                RPC_ONLY",
    "kerberos, 'authentication,privacy', RPC_ONLY"
  })
  void channelIsNeverLessThanRpc(String security, String protection, ChannelProtection expected) {
    conf.set("hbase.security.authentication", security);
    conf.set(ChannelProtection.RPC_PROTECTION, protection);

    assertThat(ChannelProtection.ofServer(conf)).isEqualTo(expected);
    assertThat(ChannelProtection.ofClient(conf)).isEqualTo(expected);
  }

  @Test
  void tlsIsSetPerSideAndProtectsWithOrWithoutSasl() {
    conf.set("hbase.security.authentication", "kerberos");
    conf.set(ChannelProtection.RPC_PROTECTION, "privacy");
    conf.setBoolean(TlsKeys.SERVER_ENABLED, true);

    assertThat(ChannelProtection.ofServer(conf)).isEqualTo(ChannelProtection.TLS);
    assertThat(ChannelProtection.ofClient(conf)).isEqualTo(ChannelProtection.RPC_ONLY);

    conf.setBoolean(TlsKeys.CLIENT_ENABLED, true);
    assertThat(ChannelProtection.ofClient(conf)).isEqualTo(ChannelProtection.TLS);
  }
}
