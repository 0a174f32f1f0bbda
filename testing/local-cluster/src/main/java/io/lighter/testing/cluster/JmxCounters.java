// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attributes of MBeans of another JVM on this machine. Confined to one thread. */
public final class JmxCounters implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(JmxCounters.class);

  private final JMXConnector connector;
  private final MBeanServerConnection beans;

  private JmxCounters(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.beans = connector.getMBeanServerConnection();
  }

  /** Attaches to the JVM {@code pid}; the caller closes the result. */
  public static JmxCounters attach(long pid) throws IOException {
    return new JmxCounters(JmxAttach.connect(pid));
  }

  /**
   * Values of attributes in their order; empty if the bean or one of them is missing. HBase
   * unregisters its beans for a moment after a region was opened or closed. Lighter's bean has only
   * the attributes of the parts that are in use.
   */
  public Optional<List<Long>> read(String bean, String... attributes) throws IOException {
    return read(beans, bean, attributes);
  }

  /** The same for beans of any JVM. */
  static Optional<List<Long>> read(MBeanServerConnection beans, String bean, String... attributes)
      throws IOException {
    try {
      List<Attribute> found = beans.getAttributes(new ObjectName(bean), attributes).asList();
      // Hadoop's beans have null for an attribute they do not know; others leave it out
      if (found.size() < attributes.length || found.contains(null)) {
        return Optional.empty();
      }
      return Optional.of(
          found.stream().map(attribute -> ((Number) attribute.getValue()).longValue()).toList());
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(bean, e);
    } catch (JMException e) {
      LOG.debug("bean not found name={}", bean, e);
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
