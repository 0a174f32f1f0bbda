/**
 * What is stored, and how: cardinalities, tables, row keys, columns and the packed values. Nothing
 * here talks to HBase except {@link io.lighter.tpcc.schema.DatabaseStore}, the owner of the table
 * that describes the database, and {@link io.lighter.tpcc.schema.SchemaCreator}.
 *
 * <p>Money is in cents; taxes and discounts are in hundredths of a percent. A column that a
 * transaction changes is a cell of its own, so that HBase's increment works on it; all others of a
 * row are one packed cell. {@code docs/reference/tpcc.md} gives the reasons.
 */
package io.lighter.tpcc.schema;
