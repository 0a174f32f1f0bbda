// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

/**
 * The output that retained chunks are a part of.
 *
 * @param outputBytes bytes on disk of all its blocks
 * @param lacksOnlyCold whether the missing blocks are those without resident rows; false if all
 *     blocks should be retained, or one with such rows is not
 */
record OutputExtent(long outputBytes, boolean lacksOnlyCold) {}
