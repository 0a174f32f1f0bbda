// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.config.LighterOption;
import io.lighter.service.web.PageLogIn;
import io.lighter.service.web.PageSettings;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.InfoServer;

/**
 * The web page of a compaction server, which serves HBase's own pages: {@code /prometheus}, {@code
 * /jmx}, {@code /conf}, {@code /stacks}, {@code /logLevel}. HBase's settings for TLS and login
 * apply. Only administrators change log levels, if HBase requires them.
 */
final class ServerInfo implements Closeable {
  /** Folder of the pages below {@code hbase-webapps} on the class path. */
  private static final String WEBAPP = "lighter-server";

  private final InfoServer pages;

  /**
   * The address of the page.
   *
   * @param port 0: any free one; below: nowhere
   */
  record Settings(String bindAddress, int port) {}

  private ServerInfo(InfoServer pages) {
    this.pages = pages;
  }

  /**
   * Starts to listen.
   *
   * @throws IOException naming the option when the address cannot be bound, and when HBase's
   *     settings for its web pages cannot be used
   */
  static ServerInfo start(Configuration conf, Settings settings) throws IOException {
    Configuration ours = PageSettings.of(conf, PageLogIn.of(conf).pagesAreForAdministrators());
    InfoServer pages = new InfoServer(WEBAPP, settings.bindAddress(), settings.port(), false, ours);
    try {
      pages.start();
    } catch (IOException e) {
      throw new IOException(
          "cannot serve web pages at %s = '%s', %s = '%d': %s"
              .formatted(
                  LighterOption.SERVER_INFO_BIND_ADDRESS.key(),
                  settings.bindAddress(),
                  LighterOption.SERVER_INFO_PORT.key(),
                  settings.port(),
                  e.getMessage()),
          e);
    }
    return new ServerInfo(pages);
  }

  /** The bound port. */
  @SuppressWarnings("deprecation") // HBase has no other way to ask
  int port() {
    return pages.getPort();
  }

  @Override
  public void close() throws IOException {
    try {
      pages.stop();
    } catch (Exception e) { // declared by HBase
      throw new IOException("cannot stop serving web pages", e);
    }
  }
}
