/**
 * Lighter demonstrated and measured on one machine: the {@link io.lighter.benchmarks.demo demo} and
 * the {@link io.lighter.benchmarks.experiment experiments} on a local cluster of real processes.
 * Nothing here is part of an installation.
 */
package io.lighter.benchmarks;
