/**
 * The few classes of the compaction server that HBase's visibility puts into this package. Each
 * overrides what a compaction asks its region and store; everything else is in {@code
 * io.lighter.server.compaction}.
 */
package org.apache.hadoop.hbase.regionserver;
