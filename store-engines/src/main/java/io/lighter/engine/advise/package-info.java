// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Which engine a store should have. {@link io.lighter.engine.advise.StoreSimulation} plays the
 * flushes of a {@link io.lighter.engine.advise.StoreWorkload} against a model of each engine; {@link
 * io.lighter.engine.advise.Advice} compares the {@link io.lighter.engine.advise.Forecast}s by their
 * cost, and says how sure it is and why.
 *
 * <p>A simulation counts bytes and files; it has no clock and does no I/O. The range engine and the
 * policies of Lighter are their own rules. HBase's rules work on open store files only, so the
 * classes here model them; each names the class of HBase. All public classes are immutable.
 */
package io.lighter.engine.advise;
