// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The read latency of the region server: the means of gets and scans in its metrics, weighted by
 * their numbers. HBase updates these metrics every few seconds. Used by one thread.
 */
final class ReadLatency {
  private static final Logger LOG = LoggerFactory.getLogger(ReadLatency.class);
  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final List<String> OPERATIONS = List.of("Get", "ScanTime");

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final long[] lastCounts = new long[OPERATIONS.size()];

  /** Mean in milliseconds of the reads since the last sample; empty if there are none. */
  Optional<Double> sample() {
    double weighted = 0;
    long reads = 0;
    try {
      ObjectName bean = new ObjectName(BEAN);
      if (!beans.isRegistered(bean)) {
        return Optional.empty();
      }
      for (int i = 0; i < lastCounts.length; i++) {
        long count = number(bean, OPERATIONS.get(i) + "_num_ops").longValue();
        long fresh = Math.max(0, count - lastCounts[i]);
        weighted += fresh * number(bean, OPERATIONS.get(i) + "_mean").doubleValue();
        reads += fresh;
        lastCounts[i] = count;
      }
    } catch (JMException e) { // the rate stays as it is
      LOG.debug("read latency not available", e);
      return Optional.empty();
    }
    return reads == 0 || weighted <= 0 ? Optional.empty() : Optional.of(weighted / reads);
  }

  private Number number(ObjectName bean, String attribute) throws JMException {
    return (Number) beans.getAttribute(bean, attribute);
  }
}
