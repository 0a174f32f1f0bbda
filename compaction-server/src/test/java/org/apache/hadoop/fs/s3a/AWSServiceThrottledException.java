// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.fs.s3a;

import java.io.IOException;

/** Has the name of S3A's exception, which is no dependency of this module. */
public final class AWSServiceThrottledException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Creates the answer of a store that asks for fewer requests. */
  public AWSServiceThrottledException() {
    super("Please reduce your request rate. (Status Code: 503)");
  }
}
