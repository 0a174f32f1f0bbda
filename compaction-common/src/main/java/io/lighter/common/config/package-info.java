// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Lighter's options: {@link io.lighter.common.config.LighterOption} declares each one once, {@link
 * io.lighter.common.config.LighterConfiguration} checks a whole configuration at start and reads
 * it. The reference page in {@code docs/} is generated from the enum.
 */
package io.lighter.common.config;
