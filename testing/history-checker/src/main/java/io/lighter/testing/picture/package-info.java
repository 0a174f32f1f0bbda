// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/** Charts of reports. */
package io.lighter.testing.picture;
