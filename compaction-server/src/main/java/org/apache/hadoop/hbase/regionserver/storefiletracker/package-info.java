/** The compaction server's store-file tracker; HBase's base class for them is package-private. */
package org.apache.hadoop.hbase.regionserver.storefiletracker;
