// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The settings that a client of HDFS decides for the files that it creates ({@link
 * io.lighter.common.hdfs.HdfsFileSettings}), and the addresses of this machine ({@link
 * io.lighter.common.hdfs.LocalAddresses}). Region servers and compaction servers use both.
 */
package io.lighter.common.hdfs;
