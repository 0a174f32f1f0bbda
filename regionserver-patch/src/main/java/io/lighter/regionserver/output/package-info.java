/**
 * What is known of a compaction's output files from the end of the compaction until HBase has
 * committed them ({@link io.lighter.regionserver.output.PendingOutputs}), and the fence that tells
 * whether the region is still here. The offload adds an output, and the warm-up takes it.
 */
package io.lighter.regionserver.output;
