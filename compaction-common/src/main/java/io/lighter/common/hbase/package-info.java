/**
 * Which HBase this build runs with: {@link io.lighter.common.hbase.HBaseRelease} is the one list of
 * those that there is a build for. What else differs between them is in the sources of that name,
 * {@code src/main/hbase-…} of each module; nothing asks for a version while it works. Connections
 * of processes with a log-in of their own are made by {@link
 * io.lighter.common.hbase.ProcessConnections}.
 */
package io.lighter.common.hbase;
