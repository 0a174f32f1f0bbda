// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.util.List;

/** What an S3 server in a process of its own says of its bucket and its requests, by JMX. */
public interface S3ServerMXBean {
  /** Name of the bean. */
  String NAME = "Lighter:type=S3Server";

  /** Uploads in parts that were neither completed nor aborted; no listing shows them. */
  int getUnfinishedUploads();

  /** Counts since the start, one element for each {@link RequestMethod}, in their order. */
  List<RequestCount> getRequests();

  /** What is injected now, as {@link Injection#arguments}. */
  List<String> getInjection();

  /**
   * Changes what is injected into requests from now on.
   *
   * @param arguments {@link Injection#arguments} of what is wanted
   * @throws IllegalArgumentException if they describe no injection
   */
  void setInjection(List<String> arguments);
}
