// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * What an index is: its definition in the data table's descriptor, its keys, and the form of its
 * entries. Needs HBase's client only, since region servers, applications and commands share it.
 *
 * <p>The <em>data table</em> is the table that is indexed. An <em>index</em> is an ordinary HBase
 * table beside it, with one row for each pair of <em>key</em> and data row: an <em>entry</em>. A
 * <em>definition</em> ({@link io.lighter.index.spec.IndexSpec}) says which keys a data row has.
 * Start with {@code IndexSpec}, then {@link io.lighter.index.spec.EntryCodec}.
 *
 * <p>Everything here is immutable or confined to one thread.
 */
package io.lighter.index.spec;
