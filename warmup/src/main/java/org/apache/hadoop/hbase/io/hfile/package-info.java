/**
 * What a warm-up asks of HFiles and their blocks that only HBase's own package may ask, of some
 * releases of HBase or of all of them.
 */
package org.apache.hadoop.hbase.io.hfile;
