package io.lighter.tpcc.transaction;

/**
 * Of clause 2.5.1.
 *
 * @param warehouse where the payment is made
 * @param district where it is made
 * @param customerWarehouse where the customer is at home
 * @param customerDistrict where the customer is at home
 * @param amount in cents
 */
record PaymentInput(
    int warehouse,
    int district,
    int customerWarehouse,
    int customerDistrict,
    CustomerKey customer,
    long amount) {}
