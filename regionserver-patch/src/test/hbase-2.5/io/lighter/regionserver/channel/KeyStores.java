package io.lighter.regionserver.channel;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;

/** HBase 2.5 has no TLS: a test that needs certificates is not run. */
final class KeyStores {
  private KeyStores() {}

  static void make(Configuration site, File folder) {
    Assumptions.abort("HBase 2.5 has no TLS");
  }
}
