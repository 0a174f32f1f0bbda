/**
 * The five transactions and their inputs (clause 2). Each transaction is a few rounds of requests;
 * all requests of a round are under way at the same time, and those to one table are one batch for
 * each region server.
 *
 * <p>A row is changed by increment or check-and-mutate wherever what is written depends on what was
 * there. Rows are not changed together: a client that dies between two rounds leaves a transaction
 * half done, and others see the rounds one by one. The classes are thread-safe unless they say
 * otherwise.
 */
package io.lighter.tpcc.transaction;
