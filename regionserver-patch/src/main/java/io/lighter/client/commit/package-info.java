// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The client of region-local transactions: {@code RegionTransactionEndpoint} runs on the table's
 * region servers.
 *
 * <p>Start with {@link io.lighter.client.commit.RegionTransactions}. A <i>transaction</i> reads a
 * <i>snapshot</i> of one region, the state at BEGIN, and buffers its writes here. COMMIT sends the
 * writes with the <i>read set</i>, the rows and ranges that were read. The region writes all of them
 * or none, and refuses a transaction whose read set has changed since its snapshot.
 *
 * <p>The package uses HBase's client and Lighter's protocol, and nothing of a region server. {@link
 * io.lighter.client.commit.TransactionService} has what both sides share.
 */
package io.lighter.client.commit;
