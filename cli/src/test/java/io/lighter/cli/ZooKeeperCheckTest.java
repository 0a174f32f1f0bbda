// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.install.Finding;
import io.lighter.cli.install.Severity;
import io.lighter.cli.install.ZooKeeperCheck;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the check against a ZooKeeper without TLS; {@code ZooKeeperTlsIT} covers TLS. */
class ZooKeeperCheckTest {
  private static final String PREFIX = "hbase.zookeeper.property.";

  @RegisterExtension static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  @Test
  void tlsSettingWithPlainConnectionIsAWarning() {
    Configuration conf = new Configuration(ZOO_KEEPER.site().conf());
    conf.set(PREFIX + "client.secure", "true");
    conf.set(PREFIX + "zookeeper.client.secure", "true"); // HBase 2.6.1's key

    assertThat(new ZooKeeperCheck(ZOO_KEEPER.client(), conf).findings())
        .filteredOn(finding -> finding.severity() == Severity.WARNING)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.subject()).isEqualTo(PREFIX + "client.secure");
              assertThat(finding.found()).contains("plain text");
              assertThat(finding.action()).contains("ClientCnxnSocketNetty");
            });
    assertThat(new ZooKeeperCheck(ZOO_KEEPER.client(), ZOO_KEEPER.site().conf()).findings())
        .extracting(Finding::severity)
        .doesNotContain(Severity.WARNING);
  }
}
