/**
 * Which compaction servers there are, and who compacts a region: {@link
 * io.lighter.regionserver.directory.ServerDirectory}, whose one thread reads ZooKeeper, and {@link
 * io.lighter.regionserver.directory.ServerChoice}, the order in which they are tried.
 */
package io.lighter.regionserver.directory;
