// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Access to HFiles and blocks for warm-ups. The members that these classes use are package-private
 * in some or all releases of HBase.
 */
package org.apache.hadoop.hbase.io.hfile;
