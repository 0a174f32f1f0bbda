// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** Lighter's addition to HBase's RPC server, whose connections are package-private. */
package org.apache.hadoop.hbase.ipc;
