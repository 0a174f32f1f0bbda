// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.regionserver.warmup.FakeParts;
import io.lighter.regionserver.warmup.TableNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to warm a range: length of the id, the id, which names a znode, and the content. */
class WarmRequestFuzzTest {
  private static final String GOOD = WarmupId.random().value();

  static List<byte[]> seeds() {
    return List.of(
        input("wu-0123456789abcdef0123", request("ns:t")),
        input("wu-0123456789abcdef0123", request("a b")),
        input("wu-odd", request("t")));
  }

  private static ByteString request(String table) {
    return WarmRequest.newBuilder()
        .setId(GOOD)
        .setTable(table)
        .setStartRow(ByteString.copyFromUtf8("b"))
        .setStopRow(ByteString.copyFromUtf8("d"))
        .build()
        .toByteString();
  }

  private static byte[] input(String id, ByteString content) {
    return ByteString.copyFromUtf8((char) id.length() + id).concat(content).toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void whateverIsAskedForTheOthersAreAnswered(byte[] input)
      throws KeeperException, InterruptedException {
    if (input.length == 0) {
      return;
    }
    int end = Math.min(input.length, 1 + (input[0] & 0x7f));
    String id = new String(input, 1, end - 1, StandardCharsets.UTF_8);
    ByteString content = ByteString.copyFrom(Arrays.copyOfRange(input, end, input.length));
    FakeParts stores = new FakeParts();
    Map<String, ByteString> posted = new HashMap<>();
    posted.put(id, content);
    posted.put(GOOD, request("t"));
    FakeStore requestStore = new FakeStore(posted);
    WarmRequests requests =
        new WarmRequests(
            requestStore,
            (asked, table, rows) -> List.of(stores.region(table.getNameAsString(), "f")),
            stores.queue::add,
            () -> {},
            () -> 0,
            () -> 0);

    requests.look();
    requests.look();
    stores.runAll();
    requests.report();

    assertThat(requestStore.answered).contains(GOOD).doesNotHaveDuplicates();
    assertThat(requestStore.answered).allMatch(each -> new WarmupId(each).value().equals(each));
    TableNames.forget();
  }

  private static final class FakeStore implements WarmRequestStore {
    private final Map<String, ByteString> posted;
    private final List<String> answered = new ArrayList<>();

    FakeStore(Map<String, ByteString> posted) {
      this.posted = Map.copyOf(posted);
    }

    @Override
    public Set<String> awaited() {
      return posted.keySet();
    }

    @Override
    public Optional<Posted> read(String id) {
      return Optional.of(new Posted(posted.get(id), false));
    }

    @Override
    public void answer(String id, WarmProgress progress) {
      answered.add(id);
    }

    @Override
    public int answers(String id) {
      return 1;
    }

    @Override
    public void update(String id, WarmProgress progress) {
      assertThat(answered).contains(id);
    }
  }
}
