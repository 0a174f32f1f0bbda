// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests and bytes by kind. Thread-safe. */
final class RequestCounters {
  /** The counters of one kind. */
  record Kind(
      LongAdder requests, LongAdder received, LongAdder sent, LongAdder refused, LongAdder lost) {
    Kind() {
      this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
    }
  }

  /** All kinds; never changed after construction. */
  private final Map<RequestMethod, Kind> kinds = new EnumMap<>(RequestMethod.class);

  RequestCounters() {
    for (RequestMethod method : RequestMethod.values()) {
      kinds.put(method, new Kind());
    }
  }

  Kind of(RequestMethod method) {
    return kinds.get(method);
  }

  /** One element for each kind, in their order; requests that run may be counted in part. */
  List<RequestCount> counts() {
    return Arrays.stream(RequestMethod.values())
        .map(
            method -> {
              Kind kind = kinds.get(method);
              return new RequestCount(
                  method.name(),
                  kind.requests().sum(),
                  kind.received().sum(),
                  kind.sent().sum(),
                  kind.refused().sum(),
                  kind.lost().sum());
            })
        .toList();
  }
}
