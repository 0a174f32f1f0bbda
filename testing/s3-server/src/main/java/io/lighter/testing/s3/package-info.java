// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * An S3 server for tests, in the test's JVM ({@link io.lighter.testing.s3.S3Server}) or as a process
 * ({@link io.lighter.testing.s3.S3ServerProcess}). Its objects are in the memory of the JVM, and it
 * listens on the loopback interface. In front of it, a {@link io.lighter.testing.s3.FaultProxy}
 * counts requests by kind, and delays, refuses or does not answer some of them ({@link
 * io.lighter.testing.s3.Injection}).
 */
package io.lighter.testing.s3;
