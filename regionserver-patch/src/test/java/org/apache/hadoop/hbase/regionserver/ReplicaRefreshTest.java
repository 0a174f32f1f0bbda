package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A secondary replica that looks into the folder of a store, in which a compaction's inputs still
 * are: the primary one, which archives them, is HBase's own here, and does not get to it.
 */
class ReplicaRefreshTest {
  private static final int ROWS = 40;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HRegion primary;
  private HRegion replica;
  private List<Path> inputs;

  @BeforeEach
  void openBoth() throws IOException {
    primary = LocalRegion.create(conf, util.getDataTestDir(), table(DefaultStoreEngine.class));
    LocalRegion.fill(primary, ROWS);
    inputs = paths(store(primary).getStorefiles());
    TableDescriptor replicated = table(OffloadingStoreEngine.class);
    Path root = new Path(util.getDataTestDir(), replicated.getTableName().getNameAsString());
    CommonFSUtils.setRootDir(conf, root);
    replica =
        HRegion.openHRegion(
            root,
            RegionReplicaUtil.getRegionInfoForReplica(primary.getRegionInfo(), 1),
            replicated,
            null,
            conf);
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary)).hasSize(3);
  }

  @AfterEach
  void close() throws IOException {
    replica.close();
    HBaseTestingUtility.closeRegionAndWAL(primary);
    util.cleanupTestDir();
  }

  @Test
  void whatItsFilesWereMadeOfStaysOut() throws IOException {
    compactAndReplay();
    store(replica).closeAndArchiveCompactedFiles(); // it knows nothing of the inputs any more
    assertInputsAreInTheFolder();

    store(replica).refreshStoreFiles();

    assertThat(files(replica)).isEqualTo(files(primary));
  }

  @Test
  void deleteMarkersThatItsFilesWereMadeOfAreNotMissedByOlderFiles() throws IOException {
    compactAndReplay();
    store(replica).closeAndArchiveCompactedFiles();
    LocalRegion.delete(primary, 0, 4);
    primary.flush(true);
    store(replica).refreshStoreFiles();
    assertThat(files(replica)).containsExactlyInAnyOrderElementsOf(files(primary)).hasSize(2);

    compactAndReplay(); // drops the marker
    store(replica).refreshStoreFiles();

    assertInputsAreInTheFolder();
    assertThat(files(replica)).isEqualTo(files(primary)).hasSize(1);
  }

  private void compactAndReplay() throws IOException {
    HStore store = store(primary);
    List<Path> before = paths(store.getStorefiles());
    primary.compact(true);
    store(replica)
        .replayCompactionMarker(
            ProtobufUtil.toCompactionDescriptor(
                primary.getRegionInfo(),
                LocalRegion.FAMILY,
                before,
                paths(store.getStorefiles()),
                primary.getRegionFileSystem().getStoreDir(store.getColumnFamilyName())),
            true,
            false);
  }

  private void assertInputsAreInTheFolder() throws IOException {
    for (Path input : inputs) {
      assertThat(primary.getFilesystem().exists(input)).isTrue();
    }
  }

  private static TableDescriptor table(Class<?> engine) {
    return LocalRegion.table("replicated", engine).setRegionReplication(2).build();
  }

  private static HStore store(HRegion region) {
    return region.getStore(LocalRegion.FAMILY);
  }

  private static List<String> files(HRegion region) {
    return paths(store(region).getStorefiles()).stream().map(Path::getName).toList();
  }

  private static List<Path> paths(Collection<HStoreFile> files) {
    return files.stream().map(HStoreFile::getPath).toList();
  }
}
