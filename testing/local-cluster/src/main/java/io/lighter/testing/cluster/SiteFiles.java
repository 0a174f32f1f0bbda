// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Writes configuration folders. */
final class SiteFiles {
  static final String HBASE_SITE = "hbase-site.xml";

  private static final String LOG4J =
      """
      log4j.rootLogger=INFO,file
      log4j.appender.file=org.apache.log4j.FileAppender
      log4j.appender.file.File=${lighter.log.file}
      log4j.appender.file.layout=org.apache.log4j.PatternLayout
      log4j.appender.file.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
      log4j.logger.org.apache.zookeeper=WARN
      log4j.logger.org.apache.hadoop.hdfs.StateChange=WARN
      log4j.logger.BlockStateChange=WARN
      log4j.logger.org.apache.hadoop.metrics2=WARN
      """;

  /** Makes HBase's JMX values at most a second old, instead of 10 s. */
  private static final String METRICS = "*.period=1\n";

  private SiteFiles() {}

  /**
   * A folder for {@code HBASE_CONF_DIR}: {@code hbase-site.xml} with {@code properties}, and empty
   * Hadoop files that hide any others on the class path.
   */
  static void writeFolder(Path folder, Map<String, String> properties) throws IOException {
    Files.createDirectories(folder);
    writeXml(folder.resolve("core-site.xml"), hadoopOnly(properties));
    writeXml(folder.resolve("hdfs-site.xml"), Map.of());
    Files.writeString(folder.resolve("log4j.properties"), LOG4J, StandardCharsets.ISO_8859_1);
    Files.writeString(
        folder.resolve("hadoop-metrics2-hbase.properties"), METRICS, StandardCharsets.ISO_8859_1);
    writeXml(folder.resolve(HBASE_SITE), properties);
  }

  /** Writes a file atomically. */
  static void writeXml(Path file, Map<String, String> properties) throws IOException {
    Configuration conf = new Configuration(false);
    new TreeMap<>(properties).forEach(conf::set);
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (OutputStream out = Files.newOutputStream(draft)) {
      conf.writeXml(out);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The properties in a file, without defaults. */
  static Map<String, String> read(Path file) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    Map<String, String> properties = new TreeMap<>();
    conf.forEach(entry -> properties.put(entry.getKey(), entry.getValue()));
    return properties;
  }

  private static Map<String, String> hadoopOnly(Map<String, String> properties) {
    String fileSystem = properties.get("fs.defaultFS");
    return fileSystem == null ? Map.of() : Map.of("fs.defaultFS", fileSystem);
  }
}
