// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.beans.ConstructorProperties;

/**
 * Counts of one kind of requests since the start of a server. Immutable; a class and not a record,
 * so that JMX transfers it.
 */
public final class RequestCount {
  private final String method;
  private final long requests;
  private final long bytesReceived;
  private final long bytesSent;
  private final long refused;
  private final long lost;

  /**
   * Creates counts.
   *
   * @param method name of a {@link RequestMethod}
   * @param requests all requests, with those refused and those whose answer was lost
   * @param bytesReceived bytes of the requests' bodies
   * @param bytesSent bytes of the bodies of answers, without those that were lost
   * @param refused requests that got 503 by injection
   * @param lost requests that were executed and not answered, by injection
   */
  @ConstructorProperties({"method", "requests", "bytesReceived", "bytesSent", "refused", "lost"})
  public RequestCount(
      String method, long requests, long bytesReceived, long bytesSent, long refused, long lost) {
    this.method = method;
    this.requests = requests;
    this.bytesReceived = bytesReceived;
    this.bytesSent = bytesSent;
    this.refused = refused;
    this.lost = lost;
  }

  /** Name of the {@link RequestMethod}. */
  public String getMethod() {
    return method;
  }

  /** All requests, with those refused and those whose answer was lost. */
  public long getRequests() {
    return requests;
  }

  /** Bytes of the requests' bodies. */
  public long getBytesReceived() {
    return bytesReceived;
  }

  /** Bytes of the bodies of answers, without those that were lost. */
  public long getBytesSent() {
    return bytesSent;
  }

  /** Requests that got 503 by injection. */
  public long getRefused() {
    return refused;
  }

  /** Requests that were executed and not answered, by injection. */
  public long getLost() {
    return lost;
  }
}
