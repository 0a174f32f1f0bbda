// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** Access to package-private members of HBase that the chunk format needs, per release of HBase. */
package org.apache.hadoop.hbase.io.hfile;
