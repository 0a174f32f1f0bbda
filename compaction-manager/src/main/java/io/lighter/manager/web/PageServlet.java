// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.zip.CRC32C;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the dashboard's files only, all from memory. Thread-safe.
 *
 * <p>On a standby the page itself redirects the browser to the leader.
 */
final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(PageServlet.class);
  private static final String INDEX = "/index.html";
  private static final String FOLDER = "/hbase-webapps/" + WebServer.NAME;
  private static final String CHART_POM = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html;charset=utf-8",
          "css", "text/css;charset=utf-8",
          "js", "text/javascript;charset=utf-8",
          "svg", "image/svg+xml");

  private final transient Map<String, Page> pages;
  private final transient StandbyRedirect redirect;

  /** A file. Immutable: {@code bytes} never change. */
  private static final class Page {
    private final byte[] bytes;
    private final String type;
    private final String tag;

    Page(byte[] bytes, String type, String tag) {
      this.bytes = bytes;
      this.type = type;
      this.tag = tag;
    }
  }

  /**
   * Reads all files.
   *
   * @throws IOException if a file is missing
   */
  PageServlet(StandbyRedirect redirect) throws IOException {
    this.redirect = redirect;
    Map<String, Page> found = new HashMap<>();
    for (String name : DashboardFiles.NAMES) {
      found.put('/' + name, page(FOLDER + '/' + name));
    }
    found.put("/", found.get(INDEX));
    found.put("/lib/chart.js", page(CHART.formatted(chartVersion())));
    this.pages = Map.copyOf(found);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Page page = pages.get(request.getRequestURI());
    if (page == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    if (isIndex(request) && sentToLeader(request, response)) {
      return;
    }
    response.setHeader("Cache-Control", "no-cache"); // revalidate with 304
    response.setHeader("ETag", page.tag);
    if (page.tag.equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(page.type);
    response.setContentLength(page.bytes.length);
    response.getOutputStream().write(page.bytes);
  }

  private static boolean isIndex(HttpServletRequest request) {
    return request.getRequestURI().equals("/") || request.getRequestURI().equals(INDEX);
  }

  /** Redirects to the leader. Without a known leader the page says so itself, and retries. */
  private boolean sentToLeader(HttpServletRequest request, HttpServletResponse response) {
    try {
      return redirect.send(request, response);
    } catch (ApiException | IOException e) {
      LOG.debug("leader unknown", e);
      return false;
    }
  }

  private static Page page(String resource) throws IOException {
    byte[] bytes = bytes(resource);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String ending = resource.substring(resource.lastIndexOf('.') + 1);
    return new Page(
        bytes, TYPES.get(ending), "\"%08x-%d\"".formatted(crc.getValue(), bytes.length));
  }

  private static String chartVersion() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = open(CHART_POM)) {
      pom.load(in);
    }
    return pom.getProperty("version");
  }

  private static byte[] bytes(String resource) throws IOException {
    try (InputStream in = open(resource)) {
      return in.readAllBytes();
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream in = PageServlet.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException("the dashboard's file " + resource + " is not on the class path");
    }
    return in;
  }
}
