// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Local compactions. {@link io.lighter.regionserver.local.LocalReason} has their reasons. {@link
 * io.lighter.regionserver.local.LocalCompactionLimiter} runs as many at a time as HBase would,
 * although {@link io.lighter.regionserver.local.InFlightCompactions compactions in flight} hold
 * threads, too.
 */
package io.lighter.regionserver.local;
