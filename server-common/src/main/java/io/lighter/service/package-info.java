// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Code that managers, compaction servers and the command line share, and that region servers do not
 * need. Start with {@link io.lighter.service.StartupProblems}, which a process checks before it
 * starts, and {@link io.lighter.service.ProcessConnections}, which opens HBase for a process with
 * its own log-in. The region servers' jar contains none of this.
 */
package io.lighter.service;
