/** Lighter's addition to HBase's RPC server, whose connections are package-private. */
package org.apache.hadoop.hbase.ipc;
