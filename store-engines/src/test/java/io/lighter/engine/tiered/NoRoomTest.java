// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoRoomTest {
  private static final String NO_TARGET =
      "File /f could only be written to 0 of the 1 minReplication nodes. There are 1 datanode(s)"
          + " running and 1 node(s) are excluded in this operation.";

  @ParameterizedTest
  @ValueSource(
      strings = {
        NO_TARGET,
        "File /f could only be replicated to 0 nodes instead of minReplication (=1).  There are 3",
        "Unable to create new block."
      })
  void blockWithoutPlaceIsNoRoom(String message) {
    assertThat(NoRoom.in(new IOException(message))).isPresent();
    assertThat(NoRoom.in(new RemoteException(IOException.class.getName(), message + "\n\tat x")))
        .isPresent();
    assertThat(NoRoom.in(new IOException("flush", new IOException(message)))).isPresent();
  }

  @Test
  void quotaByStorageTypeIsNoRoom() {
    assertThat(NoRoom.in(new QuotaByStorageTypeExceededException(1, 2, StorageType.SSD)))
        .isPresent();
    assertThat(
            NoRoom.in(
                new RemoteException(
                    QuotaByStorageTypeExceededException.class.getName(), "quota of SSD")))
        .isPresent();
  }

  static Stream<IOException> otherErrors() {
    return Stream.of(
        new IOException(),
        new IOException("All datanodes [DatanodeInfoWithStorage[x]] are bad. Aborting..."),
        new ConnectException("refused"),
        new InterruptedIOException("interrupted"),
        new NSQuotaExceededException(),
        new DSQuotaExceededException(),
        new IOException("checksum", new IllegalStateException(NO_TARGET)),
        new RemoteException("org.apache.hadoop.hdfs.server.namenode.SafeModeException", "safe"));
  }

  @ParameterizedTest
  @MethodSource("otherErrors")
  void otherErrorIsNoMatterOfRoom(IOException error) {
    assertThat(NoRoom.in(error)).isEmpty();
  }

  @Test
  void ringOfCausesEnds() {
    IOException one = new IOException("one");
    IOException two = new IOException("two", one);
    one.initCause(two);
    assertThat(NoRoom.in(one)).isEmpty();
  }
}
