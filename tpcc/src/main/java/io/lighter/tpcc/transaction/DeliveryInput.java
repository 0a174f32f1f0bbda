package io.lighter.tpcc.transaction;

/** Of clause 2.7.1. */
record DeliveryInput(int warehouse, int carrier) {}
