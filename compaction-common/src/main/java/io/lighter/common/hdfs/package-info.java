/**
 * What a client of HDFS decides for the files that it creates ({@link
 * io.lighter.common.hdfs.HdfsFileSettings}), and which addresses are this machine's ({@link
 * io.lighter.common.hdfs.LocalAddresses}). Both are asked by region servers and compaction servers.
 */
package io.lighter.common.hdfs;
