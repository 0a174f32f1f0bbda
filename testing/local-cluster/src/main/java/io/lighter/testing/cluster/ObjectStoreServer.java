// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.s3.Injection;
import io.lighter.testing.s3.RequestCount;
import io.lighter.testing.s3.RequestMethod;
import io.lighter.testing.s3.S3ServerMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.function.Function;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** A JMX connection to the S3 server of a {@link LocalCluster}. Thread-safe. */
public final class ObjectStoreServer implements Closeable {
  private final JMXConnector connector;
  private final S3ServerMXBean bean;

  private ObjectStoreServer(JMXConnector connector, S3ServerMXBean bean) {
    this.connector = connector;
    this.bean = bean;
  }

  /**
   * Connects to the process.
   *
   * @throws IOException if the process does not answer
   */
  static ObjectStoreServer attach(long pid) throws IOException {
    JMXConnector connector = JmxAttach.connect(pid);
    try {
      ObjectName name = new ObjectName(S3ServerMXBean.NAME);
      return new ObjectStoreServer(
          connector,
          JMX.newMXBeanProxy(connector.getMBeanServerConnection(), name, S3ServerMXBean.class));
    } catch (MalformedObjectNameException e) {
      connector.close();
      throw new IllegalStateException(S3ServerMXBean.NAME, e);
    } catch (IOException e) {
      connector.close();
      throw e;
    }
  }

  /**
   * Uploads in parts that were neither completed nor aborted, such as those of a killed process; no
   * listing shows them.
   *
   * @throws IOException if the S3 server does not answer
   */
  public int unfinishedUploads() throws IOException {
    return ask(S3ServerMXBean::getUnfinishedUploads);
  }

  /**
   * Counts since the server's start, one element for each {@link RequestMethod}, in their order.
   *
   * @throws IOException if the S3 server does not answer
   */
  public List<RequestCount> requests() throws IOException {
    return ask(S3ServerMXBean::getRequests);
  }

  /**
   * Changes the latency and the faults of requests from now on.
   *
   * @throws IOException if the S3 server does not answer
   */
  public void inject(Injection injection) throws IOException {
    ask(
        server -> {
          server.setInjection(injection.arguments());
          return injection;
        });
  }

  private <T> T ask(Function<S3ServerMXBean, T> question) throws IOException {
    try {
      return question.apply(bean);
    } catch (UndeclaredThrowableException e) { // by which a proxy wraps all failures of JMX
      throw new IOException("the S3 server does not answer", e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
