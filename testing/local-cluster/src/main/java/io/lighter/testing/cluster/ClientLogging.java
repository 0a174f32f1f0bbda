// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.nio.file.Path;
import java.util.Properties;
import org.apache.log4j.PropertyConfigurator;

/** Redirects the log of HBase's client from the terminal to a file. */
public final class ClientLogging {
  private ClientLogging() {}

  /** Drops the log until there is a folder for logs. */
  public static void silence() {
    Properties properties = new Properties();
    properties.setProperty("log4j.rootLogger", "OFF,nowhere");
    properties.setProperty("log4j.appender.nowhere", "org.apache.log4j.varia.NullAppender");
    PropertyConfigurator.configure(properties);
  }

  /** Writes the log to a file from now on. */
  public static void toFile(Path file) {
    Properties properties = new Properties();
    properties.setProperty("log4j.rootLogger", "INFO,file");
    properties.setProperty("log4j.appender.file", "org.apache.log4j.FileAppender");
    properties.setProperty("log4j.appender.file.File", file.toString());
    properties.setProperty("log4j.appender.file.layout", "org.apache.log4j.PatternLayout");
    properties.setProperty(
        "log4j.appender.file.layout.ConversionPattern", "%d{ISO8601} %-5p [%t] %c{2}: %m%n");
    properties.setProperty("log4j.logger.org.apache.zookeeper", "WARN");
    PropertyConfigurator.configure(properties);
  }
}
