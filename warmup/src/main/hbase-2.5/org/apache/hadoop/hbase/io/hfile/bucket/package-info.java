/** Where HBase's bucket cache keeps its index from others. */
package org.apache.hadoop.hbase.io.hfile.bucket;
