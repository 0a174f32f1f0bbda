/**
 * What an offloaded compaction costs against a local one of the same files: time, and what the
 * region server itself spends. Start with {@link io.lighter.benchmarks.offload.OffloadBenchmark}.
 */
package io.lighter.benchmarks.offload;
