// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/** Input of clause 2.7.1. */
record DeliveryInput(int warehouse, int carrier) {}
