/**
 * TPC-C on HBase. A database of nine tables, two indexes and a description of itself ({@link
 * io.lighter.tpcc.schema}) is filled by {@link io.lighter.tpcc.generate}, worked on by the five
 * transactions ({@link io.lighter.tpcc.transaction}) of the terminals in {@link
 * io.lighter.tpcc.run}, and examined by {@link io.lighter.tpcc.check}. To start with: {@link
 * io.lighter.tpcc.generate.Loader}, {@link io.lighter.tpcc.run.Runner} and {@link
 * io.lighter.tpcc.check.ConsistencyChecker}, one for each of the commands.
 *
 * <p>As in PyTPCC there is no think time, no multi-row atomicity and no durability beyond HBase's
 * own: this is a workload, and its numbers are not TPC results.
 */
package io.lighter.tpcc;
