package io.lighter.tpcc.transaction;

/** Input of clause 2.7.1. */
record DeliveryInput(int warehouse, int carrier) {}
