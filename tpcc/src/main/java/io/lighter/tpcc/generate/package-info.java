/**
 * The random values of clauses 2.1 and 4.3.2, and the initial rows of clause 4.3.3. The rows of a
 * warehouse follow from the database's seed and the warehouse's number alone; {@link
 * io.lighter.tpcc.generate.Loader} writes a warehouse again from its beginning when its load was
 * interrupted, and gets the same rows.
 */
package io.lighter.tpcc.generate;
