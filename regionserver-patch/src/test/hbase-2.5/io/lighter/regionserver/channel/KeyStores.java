// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;

/** A stand-in without TLS, which HBase 2.5 lacks; tests that need certificates do not run. */
final class KeyStores {
  private KeyStores() {}

  static void make(Configuration site, File folder) {
    Assumptions.abort("HBase 2.5 has no TLS");
  }
}
