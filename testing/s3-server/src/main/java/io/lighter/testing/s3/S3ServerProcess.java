// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * An S3 server as a process of its own, with one bucket in memory. Its only user's access key and
 * secret key are {@link S3Server#KEY}. The process runs until a signal ends it, and its objects end
 * with it.
 */
public final class S3ServerProcess {
  /** Before those of the injection. */
  private static final int ARGUMENTS = 3;

  private S3ServerProcess() {}

  /**
   * Runs a server on the loopback interface.
   *
   * @param args name of the bucket, port, seed of the injected faults, {@link Injection#arguments}
   */
  public static void main(String[] args) throws Exception { // what S3Proxy declares
    if (args.length < ARGUMENTS) {
      throw new IllegalArgumentException("expected: bucket port seed injection");
    }
    List<String> injection = List.of(args).subList(ARGUMENTS, args.length);
    try (RunningProxy store = new RunningProxy(args[0], 0);
        FaultProxy proxy =
            FaultProxy.start(
                store.get(),
                Integer.parseInt(args[1]),
                Injection.ofArguments(injection),
                Long.parseLong(args[2]))) {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(
              new StandardMBean(new Bean(store, proxy), S3ServerMXBean.class, true),
              new ObjectName(S3ServerMXBean.NAME));
      System.out.println("S3 server endpoint=" + proxy.endpoint());
      new CountDownLatch(1).await();
    }
  }

  /** Thread-safe, as its parts are. */
  private record Bean(RunningProxy store, FaultProxy proxy) implements S3ServerMXBean {
    @Override
    public int getUnfinishedUploads() {
      return store.unfinishedUploads();
    }

    @Override
    public List<RequestCount> getRequests() {
      return proxy.requests();
    }

    @Override
    public List<String> getInjection() {
      return proxy.injection().arguments();
    }

    @Override
    public void setInjection(List<String> arguments) {
      proxy.inject(Injection.ofArguments(arguments));
    }
  }
}
