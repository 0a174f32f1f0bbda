// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** What needs members of HBase's blocks that only their own package sees. */
package org.apache.hadoop.hbase.io.hfile;
