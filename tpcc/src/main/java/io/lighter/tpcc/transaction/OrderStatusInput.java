package io.lighter.tpcc.transaction;

/** Of clause 2.6.1. */
record OrderStatusInput(int warehouse, int district, CustomerKey customer) {}
