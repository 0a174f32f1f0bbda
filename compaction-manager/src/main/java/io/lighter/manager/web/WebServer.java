// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.manager.monitor.Monitor;
import io.lighter.service.web.PageSettings;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.http.HttpConfig;
import org.apache.hadoop.hbase.http.InfoServer;
import org.apache.hbase.thirdparty.org.eclipse.jetty.servlet.ServletHolder;

/**
 * The manager's web server: dashboard, API, and the pages of HBase's web servers ({@code /jmx},
 * {@code /prometheus}, {@code /conf}, {@code /logLevel}, {@code /stacks}). {@link #close} returns
 * when all requests have ended.
 */
public final class WebServer implements Closeable {
  static final String NAME = "lighter-manager";

  /** Content only from this server, none inline, and in no frame. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final InfoServer server;

  private final String url;

  private WebServer(InfoServer server, String url) {
    this.server = server;
    this.url = url;
  }

  /**
   * The content to serve.
   *
   * @param assignments look-up for single tables
   * @param askForStores makes region servers report the stores of a table for a while
   * @param refused runs for each request without permission
   */
  public record Content(
      Monitor monitor,
      Leader leader,
      Operations operations,
      AssignmentLookup assignments,
      Consumer<TableName> askForStores,
      Runnable refused) {}

  /**
   * Binds the address and starts to serve.
   *
   * @param hostname host name in {@link #url}
   * @throws IOException naming the option if the address cannot be bound, or if an option of login
   *     or certificate is wrong
   */
  public static WebServer start(
      Configuration conf, LighterConfiguration lighter, String hostname, Content content)
      throws IOException {
    int port = lighter.number(LighterOption.MANAGER_INFO_PORT);
    String address = lighter.string(LighterOption.MANAGER_INFO_BIND_ADDRESS);
    WriteAccess access = new WriteAccess(lighter.bool(LighterOption.MANAGER_API_WRITES), conf);
    Configuration ours = settings(conf, access);
    StandbyRedirect redirect = new StandbyRedirect(content.leader());
    Api api = new Api(content, access.isEnabled());
    try {
      InfoServer server = new InfoServer(NAME, address, port, false, ours);
      server.addUnprivilegedServlet(
          "api",
          Api.ROOT + "/*",
          new ServletHolder(new ApiServlet(api.routes(), access, redirect, content.refused())));
      server.addUnprivilegedServlet("page", "/", new ServletHolder(new PageServlet(redirect)));
      server.start();
      return new WebServer(server, url(ours, hostname, server));
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "cannot serve web pages on %s:%d (%s, %s): %s"
              .formatted(
                  address,
                  port,
                  LighterOption.MANAGER_INFO_BIND_ADDRESS.key(),
                  LighterOption.MANAGER_INFO_PORT.key(),
                  e.getMessage()),
          e);
    }
  }

  private static Configuration settings(Configuration conf, WriteAccess access) {
    Configuration ours = PageSettings.of(conf, access.isEnabledOnPagesOfHBase());
    ours.setIfUnset("hbase.http.filter.csp.value", CONTENT_SECURITY_POLICY);
    return ours;
  }

  @SuppressWarnings("deprecation") // the only access to the port
  private static String url(Configuration conf, String hostname, InfoServer server) {
    String host = hostname.contains(":") ? '[' + hostname + ']' : hostname;
    return new HttpConfig(conf).getSchemePrefix() + host + ':' + server.getPort() + '/';
  }

  /** URL of the dashboard; the API is {@code api/v1} below it. */
  public String url() {
    return url;
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (IOException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the web server ended", e);
    } catch (Exception e) { // declared by HBase
      throw new IOException("the web server did not end", e);
    }
  }
}
