// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Versions of this build and of its dependencies.
 *
 * @param lighter Lighter's version
 */
public record BuildVersions(String lighter, String hbase, String hadoop) {
  private static final String RESOURCE = "/io/lighter/cli/version.properties";

  /** Versions from the resource that the build writes. */
  public static BuildVersions load() {
    Properties properties = new Properties();
    try (InputStream in = BuildVersions.class.getResourceAsStream(RESOURCE)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE + " of Lighter's own jar", e);
    }
    return new BuildVersions(
        properties.getProperty("version"),
        properties.getProperty("hbase"),
        properties.getProperty("hadoop"));
  }
}
