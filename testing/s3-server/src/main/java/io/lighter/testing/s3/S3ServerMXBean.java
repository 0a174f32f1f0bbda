// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

/** What an S3 server in a process of its own says of its bucket, by JMX. */
@FunctionalInterface
public interface S3ServerMXBean {
  /** Name of the bean. */
  String NAME = "Lighter:type=S3Server";

  /** Attribute of {@link #getUnfinishedUploads}. */
  String UNFINISHED_UPLOADS = "UnfinishedUploads";

  /** Uploads in parts that were neither completed nor aborted; no listing shows them. */
  int getUnfinishedUploads();
}
