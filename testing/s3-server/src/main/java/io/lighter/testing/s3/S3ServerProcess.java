// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * An S3 server as a process of its own, with one bucket in memory. Its only user's access key and
 * secret key are {@link S3Server#KEY}. The process runs until a signal ends it, and its objects end
 * with it.
 */
public final class S3ServerProcess {
  private S3ServerProcess() {}

  /**
   * Runs a server on the loopback interface.
   *
   * @param args name of the bucket, port
   */
  public static void main(String[] args) throws Exception { // what S3Proxy declares
    if (args.length != 2) {
      throw new IllegalArgumentException("expected: bucket port");
    }
    try (RunningProxy proxy = new RunningProxy(args[0], Integer.parseInt(args[1]))) {
      S3ServerMXBean bean = proxy::unfinishedUploads;
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(
              new StandardMBean(bean, S3ServerMXBean.class, true),
              new ObjectName(S3ServerMXBean.NAME));
      System.out.println("S3 server endpoint=" + proxy.get());
      new CountDownLatch(1).await();
    }
  }
}
