// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import java.util.OptionalLong;

/**
 * The pace of a running job, for people.
 *
 * @param limit bytes per second of this job's share; empty: full speed
 * @param reason reason for the limit or for its absence
 */
public record Pace(OptionalLong limit, String reason) {}
