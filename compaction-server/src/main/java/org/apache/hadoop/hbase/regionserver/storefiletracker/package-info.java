/** The compaction server's store-file tracker, in the package of its package-private base class. */
package org.apache.hadoop.hbase.regionserver.storefiletracker;
