/**
 * What it costs a region server to find the compaction server of a region. Run by hand, from the
 * class path of this module's tests; the figures are in docs/decisions.
 */
package io.lighter.benchmarks.assignment;
