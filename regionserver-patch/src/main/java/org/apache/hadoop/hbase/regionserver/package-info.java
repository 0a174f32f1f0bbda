// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Classes of the plug-in that use package-private members of HBase.
 *
 * <p>Start at {@link org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine}, which HBase
 * loads, on the threads that open a store and compact it. Each of the other classes gives access to
 * one package-private member, and makes no decisions. Everything else is in {@code
 * io.lighter.regionserver}.
 */
package org.apache.hadoop.hbase.regionserver;
