/**
 * Which HBase this build runs with: {@link io.lighter.common.hbase.HBaseRelease} is the one list of
 * those that there is a build for. What else differs between them is in the sources of that name,
 * {@code src/main/hbase-…} of each module; nothing asks for a version while it works.
 */
package io.lighter.common.hbase;
