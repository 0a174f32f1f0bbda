// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

/**
 * Input of clause 2.5.1.
 *
 * @param warehouse warehouse of the payment
 * @param district district of the payment
 * @param customerWarehouse the customer's own warehouse
 * @param customerDistrict the customer's own district
 * @param amount in cents
 */
record PaymentInput(
    int warehouse,
    int district,
    int customerWarehouse,
    int customerDistrict,
    CustomerKey customer,
    long amount) {}
