/**
 * What {@code OffloadingStoreEngine} changes about the store engine underneath, besides offloading:
 * its compaction context and stripe compactor, files that a crash left ({@link
 * io.lighter.regionserver.engine.AbandonedFiles}), files of replicas ({@link
 * io.lighter.regionserver.engine.ReplicaFiles}). Called on HBase's threads.
 */
package io.lighter.regionserver.engine;
