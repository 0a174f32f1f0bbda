// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;

/** A retained chunk, and its description for the region server. */
record StoredChunk(ChunkInfo info, StoredFrame frame) {}
