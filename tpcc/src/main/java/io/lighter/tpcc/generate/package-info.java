// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The random values of clauses 2.1 and 4.3.2, and the initial rows of clause 4.3.3. The database's
 * seed and the warehouse's number determine the rows of a warehouse, so {@link
 * io.lighter.tpcc.generate.Loader} can write a warehouse again after an interrupted load.
 */
package io.lighter.tpcc.generate;
