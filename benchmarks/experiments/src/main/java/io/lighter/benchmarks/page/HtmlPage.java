// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.page;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * A self-contained page: a body in plain HTML, and plots that a script draws from embedded data
 * with Chart.js. Immutable.
 *
 * @param title title as plain text
 * @param body HTML
 * @param style CSS
 * @param script JavaScript; {@code plots} has the data and what scripts of all pages share
 * @param data JSON
 */
public record HtmlPage(String title, CharSequence body, String style, String script, String data) {
  private static final String CHART_POM = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";
  private static final String CHART =
      "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

  /**
   * The text of the page.
   *
   * @throws IOException if the class path lacks a part of the page
   */
  public String html() throws IOException {
    return resource(HtmlPage.class, "page.html")
        .replace("@TITLE@", escape(title))
        .replace("@BODY@", body)
        .replace("@STYLE@", style)
        .replace("@CHART@", chartLibrary())
        .replace("@PLOTS@", resource(HtmlPage.class, "plots.js"))
        .replace("@SCRIPT@", script)
        // A closing tag inside the data would end the enclosing script.
        .replace("@DATA@", data.replace("<", "\\u003c"));
  }

  /** Text as HTML, also inside of an attribute. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * The text of a resource in the package of a class.
   *
   * @throws FileNotFoundException if the class path lacks the resource
   */
  public static String resource(Class<?> owner, String name) throws IOException {
    return read("/%s/%s".formatted(owner.getPackageName().replace('.', '/'), name));
  }

  private static String chartLibrary() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = open(CHART_POM)) {
      pom.load(in);
    }
    return read(CHART.formatted(pom.getProperty("version")));
  }

  private static String read(String path) throws IOException {
    try (InputStream in = open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String path) throws IOException {
    InputStream in = HtmlPage.class.getResourceAsStream(path);
    if (in == null) {
      throw new FileNotFoundException("the class path lacks " + path);
    }
    return in;
  }
}
