// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The classes that HBase's compactions use of Lighter's engines: the policies that HBase loads by
 * class name, and the policies, requests and compactors of Lighter's engines. Each gives facts to a
 * class of {@code io.lighter.engine}, and decides nothing itself. They are in HBase's package
 * because the methods that they override are protected or package-private. As thread-safe as
 * HBase's.
 */
package org.apache.hadoop.hbase.regionserver.compactions;
