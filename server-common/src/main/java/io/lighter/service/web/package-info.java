// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** Settings and log-in that the web pages of managers and compaction servers share. */
package io.lighter.service.web;
