/**
 * Terminals that run transactions for a while, and what was measured of them. {@link
 * io.lighter.tpcc.run.Runner} starts a thread for each terminal; the thread that called it collects
 * the measurements of each second, writes them to the histogram log and reports progress.
 */
package io.lighter.tpcc.run;
