// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.tls.KeyStoreFileType;
import org.apache.hadoop.hbase.io.crypto.tls.X509KeyType;
import org.apache.hadoop.hbase.io.crypto.tls.X509TestContext;

/** Key stores with one authority and one certificate. */
final class KeyStores {
  private KeyStores() {}

  /** Creates the stores in {@code folder}, and sets their keys. */
  static void make(Configuration site, File folder) throws Exception {
    X509TestContext.newBuilder(site)
        .setTempDir(folder)
        .setKeyStorePassword("secret".toCharArray())
        .setTrustStorePassword("secret".toCharArray())
        .setKeyStoreKeyType(X509KeyType.EC)
        .setTrustStoreKeyType(X509KeyType.EC)
        .build()
        .setConfigurations(KeyStoreFileType.JKS, KeyStoreFileType.JKS);
  }
}
