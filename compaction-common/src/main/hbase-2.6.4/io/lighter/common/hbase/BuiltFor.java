// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

/** The HBase release that the sources of this build are for. */
final class BuiltFor {
  static final HBaseRelease RELEASE = HBaseRelease.V2_6_4;

  private BuiltFor() {}
}
