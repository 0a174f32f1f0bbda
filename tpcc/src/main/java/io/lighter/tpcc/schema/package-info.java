// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The schema: cardinalities, tables, row keys, columns and packed values. Only {@link
 * io.lighter.tpcc.schema.DatabaseStore}, which owns the table that describes the database, and
 * {@link io.lighter.tpcc.schema.SchemaCreator} access HBase.
 *
 * <p>Money is in cents; taxes and discounts are in hundredths of a percent. A column that a
 * transaction changes is a cell of its own, so that HBase's increment works on the cell. All other
 * columns of a row are one packed cell. {@code docs/reference/tpcc.md} gives the reasons.
 */
package io.lighter.tpcc.schema;
