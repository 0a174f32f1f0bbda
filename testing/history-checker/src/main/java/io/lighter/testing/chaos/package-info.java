/**
 * Faults of real processes while a table is written, read, compacted and warmed, and what has to be
 * true afterwards: {@link io.lighter.testing.chaos.FaultMatrix} lists them, {@link
 * io.lighter.testing.chaos.FaultTrial} does one, {@link io.lighter.testing.chaos.ChaosRun} as many
 * as there is time for.
 *
 * <p>Whether reads were right is judged by the history checker ({@link io.lighter.testing.check}),
 * which runs all the time. This package adds what a reader does not see: that each store is
 * compacted in the end, within a bound, that no file is left over, and that no request fails
 * because of Lighter's own processes.
 */
package io.lighter.testing.chaos;
