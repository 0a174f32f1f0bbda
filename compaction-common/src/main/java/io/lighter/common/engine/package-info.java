// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * What a store engine of Lighter's own implements so that its compactions can be offloaded. HBase's
 * engines cannot implement these interfaces; {@code EngineDelegate} describes HBase's engines.
 *
 * <p>The steps of one compaction:
 *
 * <ol>
 *   <li>The engine ({@link io.lighter.common.engine.PlannedEngine}) selects files on the region
 *       server.
 *   <li>The selection ({@link io.lighter.common.engine.PlannedContext}) states its plan as data,
 *       which is a part of the request.
 *   <li>The compaction server creates the engine that {@link
 *       io.lighter.common.engine.PlannedEngine#compactingEngine} names. The engine's compactor
 *       ({@link io.lighter.common.engine.PlanCompactor}) carries the plan out.
 *   <li>The region server takes the outputs over, compares them with the plan ({@link
 *       io.lighter.common.engine.OutputCheck}), and commits them in the order of the compactor.
 * </ol>
 *
 * <p>A local compaction calls the same compactor with the same plan.
 */
package io.lighter.common.engine;
