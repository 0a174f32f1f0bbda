/**
 * Access of benchmarks to package-private members of HBase. All other code is in {@code
 * io.lighter.benchmarks}.
 */
package org.apache.hadoop.hbase.regionserver;
