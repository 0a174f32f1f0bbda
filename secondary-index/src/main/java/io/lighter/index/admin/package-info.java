// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Creates, builds, suspends, drops, describes and checks indexes. Start with {@link
 * io.lighter.index.admin.IndexAdmin}, whose methods list the steps of creating and dropping, and
 * with {@link io.lighter.index.admin.IndexVerifier}. {@code IndexLife} has the order of the steps.
 *
 * <p>The state of an index is in the descriptors of its two tables: the data table has the
 * definition and the observer, and the index table has the state and the read gate. There is no
 * other record, so a step that has ended needs no clean-up elsewhere.
 *
 * <p>The entries of rows that exist come from an {@link io.lighter.index.admin.IndexBuilder}.
 *
 * <p>The package uses HBase's client only. It starts no threads.
 */
package io.lighter.index.admin;
