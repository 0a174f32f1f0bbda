/**
 * Compactions that stay: {@link io.lighter.regionserver.local.LocalReason} says why, {@link
 * io.lighter.regionserver.local.LocalRuns} lets only so many run at a time as HBase would, though
 * {@link io.lighter.regionserver.local.AwayCompactions those that are away} hold threads, too.
 */
package io.lighter.regionserver.local;
