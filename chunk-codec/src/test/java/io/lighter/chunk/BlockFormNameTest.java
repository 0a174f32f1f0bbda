// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Blocks of one file in the forms of several builds. The blocks that each build sends are recorded
 * in {@code src/test/resources}, in a folder named as the build's HBase, so that the tests of each
 * build ({@code .ci/versions}) cover the blocks of all others. {@code -Dlighter.test.record=DIR}
 * writes a record of this build into {@code DIR}.
 */
class BlockFormNameTest {
  private static final int ROWS = 600; // enough for leaf blocks of the index
  private static final int CHUNK_BYTES = 8 << 10;
  private static final String RECORD = System.getProperty("lighter.test.record", "");

  @TempDir Path folder;
  private WrittenFile file;

  @BeforeEach
  void writeFile() throws IOException {
    file = WrittenFile.of(folder, DataBlockEncoding.NONE, Compression.Algorithm.NONE, ROWS);
  }

  /** The recorded blocks of one build. */
  record Recorded(String hbase, String form, Map<ChunkKind, byte[]> frames) {
    @Override
    public String toString() {
      return hbase;
    }
  }

  static List<Recorded> recorded() throws IOException, URISyntaxException {
    URL forms = BlockFormNameTest.class.getResource("forms");
    List<Recorded> recorded = new ArrayList<>();
    for (Path build : list(Path.of(forms.toURI()))) {
      Map<ChunkKind, byte[]> frames = new EnumMap<>(ChunkKind.class);
      for (ChunkKind kind : ChunkKind.values()) {
        frames.put(kind, Files.readAllBytes(build.resolve(kind.name())));
      }
      recorded.add(
          new Recorded(
              build.getFileName().toString(),
              Files.readString(build.resolve("form")).strip(),
              frames));
    }
    return recorded;
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }

  @Test
  void sentFormOfThisBuildEqualsTheCachedForm() throws Exception {
    FormProbe.Forms forms = FormProbe.run();

    assertThat(forms.sent()).isEqualTo(forms.cached());
    assertThat(BlockFormName.sent()).contains(forms.sent());
    assertThat(BlockFormName.cached()).contains(forms.cached());
    assertThat(BlockFormName.isCached(forms.sent())).isTrue();
  }

  @Test
  void emptyFormNameOfAPeerIsNotCached() {
    assertThat(BlockFormName.isCached("")).isFalse();
    assertThat(BlockFormName.isCached("0")).isFalse();
  }

  @Test
  void recordsHaveTheFormOfThisBuildAndAnotherOne() throws Exception {
    Set<String> forms = recorded().stream().map(Recorded::form).collect(Collectors.toSet());

    assertThat(forms).hasSizeGreaterThan(1).anyMatch(BlockFormName::isCached);
  }

  /** Ensures that other builds' tests use blocks that this build still sends. */
  @Test
  void recordOfThisBuildEqualsItsSentBlocks() throws Exception {
    if (!RECORD.isEmpty()) {
      writeRecord(Path.of(RECORD).resolve(VersionInfo.getVersion()));
    }
    assertThat(recorded())
        .as("records; -Dlighter.test.record=DIR writes one")
        .anyMatch(build -> build.hbase().equals(VersionInfo.getVersion()));
    for (Recorded build : recorded()) {
      if (build.hbase().equals(VersionInfo.getVersion())) {
        assertThat(BlockFormName.sent()).contains(build.form());
        for (ChunkKind kind : ChunkKind.values()) {
          assertThat(serialized(decode(build.frames().get(kind))))
              .containsExactlyElementsOf(serialized(decode(frame(kind))));
        }
      }
    }
  }

  /** Inserts blocks of a warm-up and of a reader into the cache, in either order. */
  @ParameterizedTest
  @MethodSource("recorded")
  void cacheAcceptsBlocksBesideAReadersIfTheFormNamesAreEqual(Recorded build) throws Exception {
    for (byte[] frame : build.frames().values()) {
      for (ChunkBlock block : decode(frame)) {
        for (boolean readerFirst : new boolean[] {true, false}) {
          if (BlockFormName.isCached(build.form())) {
            cacheBoth(block, readerFirst);
          } else {
            assertThatThrownBy(() -> cacheBoth(block, readerFirst))
                .hasMessageContaining("Cached block contents differ");
          }
        }
      }
    }
  }

  /** The name is derived from one kind of file, so other kinds are compared here. */
  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void cacheAcceptsBlocksOfThisBuildInEveryEncoding(DataBlockEncoding encoding) throws Exception {
    file = WrittenFile.of(folder, encoding, Compression.Algorithm.GZ, ROWS);

    for (ChunkKind kind : ChunkKind.values()) {
      for (ChunkBlock block : decode(frame(kind))) {
        cacheBoth(block, true);
        cacheBoth(block, false);
      }
    }
  }

  private void cacheBoth(ChunkBlock block, boolean readerFirst) throws IOException {
    LruBlockCache cache = new LruBlockCache(1 << 20, CHUNK_BYTES, file.conf());
    CacheConfig none = new CacheConfig(file.conf(), cache);
    BlockCacheKey key =
        new BlockCacheKey(
            file.path().getName(), block.offset(), true, block.block().getBlockType());
    try (HFile.Reader reader =
        HFile.createReader(FileSystem.get(file.conf()), file.path(), none, true, file.conf())) {
      HFileBlock read = reader.readBlock(block.offset(), -1, true, true, false, false, null, null);
      cache.evictBlock(key);
      cache.cacheBlock(key, readerFirst ? read : block.block());
      cache.cacheBlock(key, readerFirst ? block.block() : read);
    } finally {
      cache.shutdown();
    }
  }

  /** The first blocks of a kind. */
  private byte[] frame(ChunkKind kind) throws IOException {
    EncodedChunk first = file.chunks(kind, ChunkVersion.ONE_RUN, CHUNK_BYTES).get(0);
    byte[] frame = new byte[first.frameBytes()];
    first.frame().duplicate().get(frame);
    return frame;
  }

  private static List<ChunkBlock> decode(byte[] frame) throws CorruptChunkException {
    return new ChunkDecoder(ChunkDecoder.Limits.max()).decode(ByteBuffer.wrap(frame)).blocks();
  }

  private static List<byte[]> serialized(List<ChunkBlock> blocks) {
    return blocks.stream().map(block -> WrittenFile.serialized(block.block())).toList();
  }

  private void writeRecord(Path into) throws IOException {
    Files.createDirectories(into);
    Files.writeString(into.resolve("form"), BlockFormName.sent().orElseThrow() + "\n");
    for (ChunkKind kind : ChunkKind.values()) {
      Files.write(into.resolve(kind.name()), frame(kind));
    }
  }
}
