/**
 * What a benchmark asks of HBase's own classes whose visibility puts it into this package.
 * Everything else is in {@code io.lighter.benchmarks}.
 */
package org.apache.hadoop.hbase.regionserver;
