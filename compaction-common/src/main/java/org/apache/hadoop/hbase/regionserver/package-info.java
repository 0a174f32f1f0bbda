// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Access to package-private parts of HBase's compactors and flushers: the writers of several
 * outputs. Stateless. The compactors that use the package are in {@code io.lighter.common.hbase}.
 */
package org.apache.hadoop.hbase.regionserver;
