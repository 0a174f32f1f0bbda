/** Access to the index of HBase's bucket cache, which is package-private. */
package org.apache.hadoop.hbase.io.hfile.bucket;
