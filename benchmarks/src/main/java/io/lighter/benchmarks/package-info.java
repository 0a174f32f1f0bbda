/**
 * Lighter on one machine: a local cluster of real processes ({@link io.lighter.benchmarks.cluster})
 * and what runs on it ({@link io.lighter.benchmarks.demo}). Nothing here is part of an
 * installation.
 */
package io.lighter.benchmarks;
