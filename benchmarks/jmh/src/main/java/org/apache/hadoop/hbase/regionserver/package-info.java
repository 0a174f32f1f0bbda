// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Access of benchmarks to package-private members of HBase. All other code is in {@code
 * io.lighter.benchmarks}.
 */
package org.apache.hadoop.hbase.regionserver;
