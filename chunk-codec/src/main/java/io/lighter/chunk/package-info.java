// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Chunks: runs of blocks of one HFile, as compaction servers send them to region servers.
 *
 * <p>Start with {@link io.lighter.chunk.ChunkBuilder}, which encodes a frame, and {@link
 * io.lighter.chunk.ChunkDecoder}, which validates and decodes one; {@code ChunkFormat} documents
 * the layout of each {@link io.lighter.chunk.ChunkVersion}. Builders and decoders are confined to
 * one thread each. {@link io.lighter.chunk.RowBounds} reads one row key per chunk; no other class
 * here reads cells. Storage and transfer of frames are outside this module.
 */
package io.lighter.chunk;
