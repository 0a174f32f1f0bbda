package io.lighter.tpcc.transaction;

/**
 * Of clause 2.8.1.
 *
 * @param threshold below which a stock is low
 */
record StockLevelInput(int warehouse, int district, int threshold) {}
