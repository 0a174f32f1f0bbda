/**
 * What chunks cost: decoding them (JMH) and fetching them (a runner of its own). Run by hand, from
 * the class path of this module's tests; the figures are in docs/decisions.
 */
package io.lighter.benchmarks.chunk;
