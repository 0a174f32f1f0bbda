// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Calls to index tables on the side of their region servers: handlers of their own, and a service.
 *
 * <p>A write to an indexed table holds a handler while it waits for its entries. If the handlers of
 * two region servers, or of one, are all held by such writes, no one is left to answer them. Calls
 * for entries therefore carry a priority that has a pool of its own. They wait for nobody else.
 *
 * <p>{@code EntryBatches} writes the entries of several regions of a server in one such call.
 */
package io.lighter.index.rpc;
