// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import static io.lighter.index.gc.LiveSetFixture.SPEC;
import static io.lighter.index.gc.LiveSetFixture.bytes;
import static io.lighter.index.gc.LiveSetFixture.cell;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSetStoreTest {
  private static final String REGION = "0123456789abcdef0123456789abcdef";
  private static final String OTHER = "fedcba9876543210fedcba9876543210";
  private static final long F = 100;

  @TempDir private java.nio.file.Path folder;
  private final CountedEvents events = new CountedEvents();
  private final LiveSetMemory memory = new LiveSetMemory(1 << 20);
  private FileSystem fs;
  private Path table;
  private LiveSetStore store;

  @BeforeEach
  void createTable() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    table = new Path(folder.toUri().getPath(), "t");
    store = new LiveSetStore(fs, table);
    write(new Path(table, ".tabledesc/.tableinfo.0000000001.9"), new byte[1]);
    write(new Path(table, REGION + "/.regioninfo"), new byte[1]);
  }

  @Test
  void publishedSetDropsStaleEntries() throws Exception {
    publish(REGION, F, 0);

    assertThat(kept(cell("oslo", "r", F), cell("rome", "r", F)))
        .containsExactly(cell("rome", "r", F));
    assertThat(events.dropped).isEqualTo(1);
    assertThat(memory.used()).as("released").isZero();
  }

  @Test
  void newSetReplacesThoseOfItsIndexThatAreNotNewer() throws Exception {
    publish(REGION, F, 0);
    publish(REGION, F + 1, 0);
    publish(REGION, F, 0);

    assertThat(store.newest("city").stream().map(set -> set.name().sequenceId()))
        .containsExactly(F + 1);
    assertThat(fs.listStatus(new Path(table, REGION), path -> path.getName().contains("live")))
        .hasSize(2);
  }

  @Test
  void setsOfOtherIndexesAreLeftAlone() throws Exception {
    publish(REGION, F, 0);

    assertThat(store.newest("cit")).isEmpty();
    assertThat(store.newest("city")).hasSize(1);
  }

  /** After an alteration, and after a snapshot was restored, sequence ids may have gone back. */
  @Test
  void setOfAnotherDescriptorIsNotUsed() throws Exception {
    publish(REGION, F, 0);
    write(new Path(table, ".tabledesc/.tableinfo.0000000002.9"), new byte[1]);

    assertThat(kept(cell("oslo", "r", F))).hasSize(1);
    assertThat(memory.used()).isZero();
  }

  @Test
  void setOfAnotherDefinitionIsNotUsed() throws Exception {
    publish(REGION, F, 0);
    LiveSetStore.Found found = store.newest("city").get(0);

    assertThat(store.read(found, SPEC.text() + "x", store.identity())).isEmpty();
    assertThat(store.read(found, SPEC.text(), store.identity())).isPresent();
  }

  @Test
  void damagedSetIsIgnoredAndItsEntriesStay() throws Exception {
    publish(REGION, F, 0);
    FileStatus file =
        fs.listStatus(new Path(table, REGION), path -> path.getName().contains("live"))[0];
    byte[] bytes = set(F, REGION);
    bytes[bytes.length / 2] ^= 1;
    write(file.getPath(), bytes);

    assertThat(kept(cell("oslo", "r", F))).hasSize(1);
  }

  /** A late job creates folders of a region that HBase has deleted. */
  @Test
  void nothingIsPublishedIntoTheFolderOfADeletedRegion() throws Exception {
    Path written = new Path(table, OTHER + "/.tmp/live");
    write(written, set(F, OTHER));

    assertThat(store.publish(written, OTHER, name(F, 0))).isFalse();
    assertThat(store.newest("city")).isEmpty();

    write(new Path(table, OTHER + "/" + name(F, 0).text()), set(F, OTHER));
    assertThat(store.newest("city")).as("published just before the deletion").isEmpty();
  }

  /** HBase empties .tmp when it opens the region elsewhere. */
  @Test
  void jobThatWasGivenUpPublishesNothing() throws Exception {
    assertThat(store.publish(new Path(table, REGION + "/.tmp/live"), REGION, name(F, 0))).isFalse();
    assertThat(store.newest("city")).isEmpty();
  }

  @Test
  void setsWithoutRoomAreLeftOutTheLeastOverwrittenFirst() throws Exception {
    write(new Path(table, OTHER + "/.regioninfo"), new byte[1]);
    publish(OTHER, F, 1);
    publish(REGION, F + 1, 1000);
    long length = store.newest("city").get(0).length();
    LiveSetMemory small = new LiveSetMemory(length + 10);

    List<Cell> cells = new ArrayList<>(List.of(cell("oslo", "r", F + 1), cell("bonn", "r", F)));
    try (CollectionJob job = CollectionJob.begin(fs, table, SPEC, small, events)) {
      job.cells(cells);
      assertThat(small.used()).isPositive();
    }
    assertThat(cells).as("F is that of the set which is used").isEmpty();
    assertThat(events.leftOut).isEqualTo(1);
    assertThat(small.used()).isZero();
  }

  @Test
  void dataTableThatIsGoneDropsNothing() throws Exception {
    assertThat(fs.delete(table, true)).isTrue();

    assertThat(kept(cell("oslo", "r", F))).hasSize(1);
  }

  @Test
  void nameOfAFileSaysWhichSetItIs() {
    LiveSetName name = new LiveSetName("a_b-c", 12, 34, -1);

    assertThat(LiveSetName.parse(name.text())).contains(name);
    assertThat(LiveSetName.parse(".regioninfo")).isEmpty();
    assertThat(LiveSetName.parse(name.text() + ".tmp")).isEmpty();
  }

  private List<Cell> kept(Cell... cells) {
    List<Cell> rest = new ArrayList<>(List.of(cells));
    try (CollectionJob job = CollectionJob.begin(fs, table, SPEC, memory, events)) {
      job.cells(rest);
      job.end();
    }
    return rest;
  }

  private void publish(String region, long sequenceId, long overwritten) throws IOException {
    Path written = new Path(table, region + "/.tmp/live");
    write(written, set(sequenceId, region));
    assertThat(store.publish(written, region, name(sequenceId, overwritten))).isTrue();
  }

  private int seed;

  private LiveSetName name(long sequenceId, long overwritten) {
    seed++;
    return new LiveSetName("city", sequenceId, overwritten, seed);
  }

  private byte[] set(long sequenceId, String region) throws IOException {
    return bytes(
        new LiveSetHeader(
            SPEC.text(),
            store.identity(),
            region,
            Bytes.toBytes(""),
            Bytes.toBytes(""),
            sequenceId,
            1),
        "rome",
        "r");
  }

  private void write(Path path, byte[] bytes) throws IOException {
    try (OutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
  }

  private static final class CountedEvents implements IndexEvents {
    private long dropped;
    private int leftOut;

    @Override
    public void liveSetWritten(long bytes) {}

    @Override
    public void collected(long staleEntries, long youngEntries) {
      dropped += staleEntries;
    }

    @Override
    public void setsLeftOut(int number) {
      leftOut += number;
    }
  }
}
