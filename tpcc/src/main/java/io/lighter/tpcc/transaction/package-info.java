// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The five transactions and their inputs (clause 2). Each transaction is a few rounds of requests.
 * All requests of a round run in parallel; those to one table are one batch per region server.
 *
 * <p>A write that depends on the row's old content is an increment or a check-and-mutate. Several
 * rows are never changed atomically: a client that dies between two rounds leaves a transaction
 * half done, and others see the rounds one by one. The classes are thread-safe unless they say
 * otherwise.
 */
package io.lighter.tpcc.transaction;
