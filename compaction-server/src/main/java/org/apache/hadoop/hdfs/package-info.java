// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The class of the compaction server that needs a package-private member of HDFS's client: {@code
 * DistributedFileSystem.initDFSClient}, which makes the client. The order of replicas is decided in
 * {@code io.lighter.server.replica}.
 */
package org.apache.hadoop.hdfs;
