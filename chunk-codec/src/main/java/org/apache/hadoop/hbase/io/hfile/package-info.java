/**
 * What the format of a chunk asks of an HFile's blocks that only HBase's own package may ask, of
 * some releases of HBase or of all of them.
 */
package org.apache.hadoop.hbase.io.hfile;
