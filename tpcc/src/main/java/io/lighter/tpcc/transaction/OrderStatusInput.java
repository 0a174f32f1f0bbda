// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/** Input of clause 2.6.1. */
record OrderStatusInput(int warehouse, int district, CustomerKey customer) {}
