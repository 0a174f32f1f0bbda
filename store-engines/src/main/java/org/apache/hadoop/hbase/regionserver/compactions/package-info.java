// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Compaction policies that HBase loads by class name. Each gives sizes to a rule of {@code
 * io.lighter.engine}, and decides nothing itself. They are in HBase's package because the methods
 * that they override are protected or package-private. As thread-safe as HBase's policies.
 */
package org.apache.hadoop.hbase.regionserver.compactions;
