// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The load on the disks of a region server, for the pace of compactions that run
 * elsewhere: the time of a sync of its write-ahead logs, and the time of a call in a handler.
 *
 * <p>Start with {@link io.lighter.regionserver.pressure.PressureMonitor}, one per region server. A
 * {@link io.lighter.regionserver.pressure.Pressure} compares the last seconds with the idle part of
 * the last hour ({@link io.lighter.regionserver.pressure.IdleRatio}). A job's heartbeat carries the
 * result. {@link io.lighter.regionserver.pressure.CallTimes} has the time of a call for warm-ups.
 * No code here slows anything down.
 */
package io.lighter.regionserver.pressure;
