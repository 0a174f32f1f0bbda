/** Our RPC server's one addition to HBase's, whose connections are visible in this package only. */
package org.apache.hadoop.hbase.ipc;
