// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.JmxAttach;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.management.Attribute;
import javax.management.AttributeList;
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
   * unregisters its beans for a moment after a region was opened or closed.
   */
  public Optional<List<Long>> read(String bean, String... attributes) throws IOException {
    try {
      AttributeList found = beans.getAttributes(new ObjectName(bean), attributes);
      if (found.size() < attributes.length) {
        return Optional.empty();
      }
      List<Long> values = new ArrayList<>();
      for (Attribute attribute : found.asList()) {
        values.add(((Number) attribute.getValue()).longValue());
      }
      return Optional.of(values);
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
