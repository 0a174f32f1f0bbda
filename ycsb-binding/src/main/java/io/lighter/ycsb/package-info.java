// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * YCSB on HBase 2.6. {@link io.lighter.ycsb.HBaseDatabase} is the class for YCSB's {@code -db};
 * {@link io.lighter.ycsb.BindingProperty} lists the properties, named as in YCSB's own binding for
 * HBase 2.
 *
 * <p>YCSB creates one database object per client thread, which alone calls the object; all objects
 * share one connection. The binding creates no tables and is independent of Lighter, so the same
 * run measures a cluster with and without Lighter.
 */
package io.lighter.ycsb;
