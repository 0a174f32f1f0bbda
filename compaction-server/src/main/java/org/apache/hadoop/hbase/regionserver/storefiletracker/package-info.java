// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** The compaction server's store-file tracker, in the package of its package-private base class. */
package org.apache.hadoop.hbase.regionserver.storefiletracker;
