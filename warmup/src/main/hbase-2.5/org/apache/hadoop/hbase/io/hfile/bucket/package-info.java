// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** Access to the index of HBase's bucket cache, which is package-private. */
package org.apache.hadoop.hbase.io.hfile.bucket;
