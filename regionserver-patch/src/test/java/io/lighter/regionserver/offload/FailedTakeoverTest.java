// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.OutputPlace;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Take-overs of two outputs that fail at the second one, and leave neither. */
class FailedTakeoverTest {
  private static final String FAMILY = JobTestRegion.FAMILY_NAME;
  private static final String FIRST = "0123456789abcdef0123456789abcdef";
  private static final String SECOND = "fedcba9876543210fedcba9876543210";

  private JobTestRegion region;
  private FileSystem fs;

  @BeforeEach
  void writeTwoOutputs() throws IOException {
    region =
        new JobTestRegion(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("takeover"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY)));
    fs = region.fs();
    for (String output : List.of(FIRST, SECOND)) {
      fs.create(region.folder().output(FAMILY, output)).close();
    }
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  @Test
  void outputThatWasMovedWithoutAnAnswerIsDeleted() throws IOException {
    OffloadFailedException failure =
        takeOver(
            new FilterFileSystem(fs) {
              @Override
              public boolean rename(Path from, Path to) throws IOException {
                boolean moved = super.rename(from, to);
                if (from.getName().equals(SECOND)) {
                  throw new SocketTimeoutException("moved: " + moved);
                }
                return moved;
              }
            });

    assertThat(failure).hasMessageContaining("moved: true");
    assertThat(failure.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(failure.next()).isEqualTo(Next.ANOTHER_SERVER);
    assertThat(filesLeft()).isEmpty();
  }

  /** The written output is valid. */
  @Test
  void outputDeletedAtTheEndOfTheLeaseIsNoBadOutput() throws IOException {
    OffloadFailedException failure =
        takeOver(
            new FilterFileSystem(fs) {
              @Override
              public boolean rename(Path from, Path to) throws IOException {
                if (from.getName().equals(SECOND)) {
                  region.folder().delete(fs);
                  return false; // as HDFS returns
                }
                return super.rename(from, to);
              }
            });

    assertThat(failure).hasMessageContaining(SECOND);
    assertThat(failure.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(failure.next()).isEqualTo(Next.ANOTHER_SERVER);
    assertThat(filesLeft()).isEmpty();
  }

  @Test
  void interruptDoesNotPreventTheDeletionAndIsRestored() throws IOException {
    OffloadFailedException failure =
        takeOver(
            new FilterFileSystem(fs) {
              @Override
              public boolean rename(Path from, Path to) throws IOException {
                if (from.getName().equals(SECOND)) {
                  Thread.currentThread().interrupt();
                }
                failIfInterrupted();
                return super.rename(from, to);
              }

              @Override
              public boolean delete(Path path, boolean recursive) throws IOException {
                failIfInterrupted();
                return super.delete(path, recursive);
              }

              /** Fails as HDFS's client does. */
              private void failIfInterrupted() throws IOException {
                if (Thread.currentThread().isInterrupted()) {
                  throw new InterruptedIOException("interrupted");
                }
              }
            });
    boolean interruptedAfterwards = Thread.interrupted();

    assertThat(failure).hasMessageContaining("interrupted");
    assertThat(interruptedAfterwards).isTrue();
    assertThat(filesLeft()).isEmpty();
  }

  private OffloadFailedException takeOver(FileSystem storesFiles) throws IOException {
    ColumnFamilyDescriptor family = ColumnFamilyDescriptorBuilder.of(FAMILY);
    HStore store =
        new HStore(region.region(), family, region.conf(), false) {
          @Override
          public FileSystem getFileSystem() {
            return storesFiles;
          }
        };
    OutputTakeover takeover = region.takeover(store, OutputPlace.JOB_FOLDER);
    return catchThrowableOfType(
        OffloadFailedException.class,
        () -> takeover.take(region.job(), answer(), List.of(), OutputCheck.NONE));
  }

  private static HeartbeatResponse answer() {
    return JobTestRegion.completed(
        Stream.of(FIRST, SECOND)
            .map(name -> OutputFile.newBuilder().setName(name).setLength(1).setCells(1).build())
            .toList());
  }

  private List<String> filesLeft() throws IOException {
    List<String> names = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files =
        fs.listFiles(region.region().getRegionFileSystem().getTempDir(), true);
    while (files.hasNext()) {
      names.add(files.next().getPath().getName());
    }
    return names;
  }
}
