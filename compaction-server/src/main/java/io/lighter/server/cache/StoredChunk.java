package io.lighter.server.cache;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;

/** A chunk that is kept, and what the region server is told about it. */
record StoredChunk(ChunkInfo info, StoredFrame frame) {}
