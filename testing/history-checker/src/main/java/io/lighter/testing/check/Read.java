// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

/**
 * A completed read or a part of one.
 *
 * @param what options of the read, for the report
 * @param start time before the request
 * @param end time after the answer or its part
 */
record Read(String what, long start, long end) {
  Read endingAt(long time) {
    return new Read(what, start, time);
  }
}
