// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.apache.hadoop.conf.Configuration;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The site files that Hadoop will read. They are validated first, because Hadoop prints pages about
 * an unusable file.
 */
public final class SiteFiles {
  /** HBase's own site file, with the cluster's address. */
  public static final String HBASE_SITE = "hbase-site.xml";

  static final List<String> NAMES = List.of("core-site.xml", HBASE_SITE, "hdfs-site.xml");
  private static final String ROOT_ELEMENT = "configuration";

  private SiteFiles() {}

  /**
   * Throws unless all files are readable.
   *
   * @param folders folders of the class path, in order
   * @throws ConfigurationException naming each file and its problem
   */
  public static void requireReadable(List<Path> folders) throws ConfigurationException {
    List<String> problems = new ArrayList<>();
    for (String name : NAMES) {
      find(folders, name).flatMap(SiteFiles::problem).ifPresent(problems::add);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
  }

  /**
   * The configuration of a process with these site files, including defaults of Hadoop's core and
   * HBase.
   *
   * @throws IOException if a file cannot be read
   */
  public static Configuration load(Path folder) throws IOException {
    try {
      requireReadable(List.of(folder));
    } catch (ConfigurationException e) {
      throw new IOException(String.join("; ", e.problems()), e);
    }
    Configuration conf = new Configuration(false);
    conf.addResource("core-default.xml");
    conf.addResource("hbase-default.xml");
    for (String name : NAMES) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        conf.addResource(file.toUri().toURL());
      }
    }
    return conf;
  }

  /** The first file with a name, as Hadoop selects it. */
  static Optional<Path> find(List<Path> folders, String name) {
    return folders.stream().map(folder -> folder.resolve(name)).filter(Files::exists).findFirst();
  }

  private static Optional<String> problem(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      SAXParserFactory factory = SAXParserFactory.newInstance();
      factory.newSAXParser().parse(in, new RootElement());
      return Optional.empty();
    } catch (SAXParseException e) {
      return Optional.of("%s, line %d: %s".formatted(file, e.getLineNumber(), FirstLine.of(e)));
    } catch (SAXException | ParserConfigurationException e) {
      return Optional.of("%s: %s".formatted(file, FirstLine.of(e)));
    } catch (IOException e) {
      return Optional.of("cannot read %s: %s".formatted(file, e));
    }
  }

  /** Accepts one root element and loads no external entities. */
  private static final class RootElement extends DefaultHandler {
    private boolean seen;

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes)
        throws SAXException {
      if (!seen && !ROOT_ELEMENT.equals(name)) {
        throw new SAXException("its root element is <%s>, not <configuration>".formatted(name));
      }
      seen = true;
    }

    @Override
    public InputSource resolveEntity(String publicId, String systemId) {
      return new InputSource(new StringReader(""));
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e; // the default handler prints the error first
    }
  }
}
