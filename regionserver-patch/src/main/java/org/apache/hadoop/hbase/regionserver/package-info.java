/**
 * The few classes of the plug-in that HBase's visibility puts into this package.
 *
 * <p>Start at {@link org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine}, which HBase
 * loads, on the threads that open a store and compact it. The others reach one thing each that
 * HBase keeps to its package, and decide nothing; everything else is in {@code
 * io.lighter.regionserver}.
 */
package org.apache.hadoop.hbase.regionserver;
