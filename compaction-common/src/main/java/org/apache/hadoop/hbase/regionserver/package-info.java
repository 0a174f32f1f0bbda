/**
 * Access to what HBase's compactors and flushers keep to this package: the writers of several
 * outputs. Stateless. The compactors that use it are in {@code io.lighter.common.hbase}.
 */
package org.apache.hadoop.hbase.regionserver;
