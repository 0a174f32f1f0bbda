// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** The frame of result pages, {@link io.lighter.benchmarks.page.HtmlPage}. Stateless. */
package io.lighter.benchmarks.page;
