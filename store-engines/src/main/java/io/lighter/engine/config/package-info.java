// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * How engines and policies read their {@code lighter.*} options. Start at {@link
 * io.lighter.engine.config.StoreOptions}. Stateless.
 */
package io.lighter.engine.config;
