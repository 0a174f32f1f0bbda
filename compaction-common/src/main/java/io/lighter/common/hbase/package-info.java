// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The HBase that this build runs with: {@link io.lighter.common.hbase.HBaseRelease} lists all
 * supported releases. Code that differs between releases is in source folders of their names,
 * {@code src/main/hbase-…} of each module; nothing checks a version at run time.
 */
package io.lighter.common.hbase;
