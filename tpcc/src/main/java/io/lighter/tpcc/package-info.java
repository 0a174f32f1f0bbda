// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * TPC-C on HBase. {@link io.lighter.tpcc.generate} loads a database of nine tables, two indexes and
 * a description ({@link io.lighter.tpcc.schema}). The terminals of {@link io.lighter.tpcc.run} run
 * the five transactions ({@link io.lighter.tpcc.transaction}), and {@link io.lighter.tpcc.check}
 * checks the result. Start with {@link io.lighter.tpcc.generate.Loader}, {@link
 * io.lighter.tpcc.run.Runner} and {@link io.lighter.tpcc.check.ConsistencyChecker}, one for each
 * command.
 *
 * <p>As in PyTPCC there is no think time, no multi-row atomicity and no durability beyond HBase's
 * own. The numbers of this workload are not TPC results.
 */
package io.lighter.tpcc;
