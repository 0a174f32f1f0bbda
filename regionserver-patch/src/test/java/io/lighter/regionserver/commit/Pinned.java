// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Scanners that pin a read point and do nothing else. Thread-safe. */
final class Pinned {
  private final AtomicInteger open = new AtomicInteger();

  /** Number of open scanners. */
  int open() {
    return open.get();
  }

  RegionScanner scanner(long readPoint) {
    open.incrementAndGet();
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getMvccReadPoint" -> readPoint;
                  case "close" -> {
                    open.decrementAndGet();
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
