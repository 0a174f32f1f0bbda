/**
 * What single steps cost, each against the same without us: finding the server of a region,
 * decoding and fetching chunks, caching blocks, routing reads. {@code bin/lighter bench jmh} runs
 * them; {@link io.lighter.benchmarks.micro.ChunkTransportBenchmark} is a runner of its own besides,
 * whose processor time is that of both ends. Figures are in docs/decisions and docs/results.
 */
package io.lighter.benchmarks.micro;
