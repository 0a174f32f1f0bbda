// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The history checker: random, concurrent writers, readers, and changes to store files. Every read
 * is checked against the recorded writes.
 *
 * <p>Each row has one writer, which numbers its changes and records when each began and when it was
 * acknowledged (start with {@link io.lighter.testing.check.VersionHistory}). A read must show a
 * version that was valid at some instant between its begin and its end. {@link
 * io.lighter.testing.check.Model} documents the comparison and the limits of HBase's promises.
 *
 * <p>Threading: one thread per writer, reader and disturber; the shared histories lock themselves.
 * The package uses HBase's client only and is independent of how store files are read.
 */
package io.lighter.testing.check;
