// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;

/** Lookup of an output by a secondary replica, and servers that fail. */
class OutputLookupTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final int REPLICA = 2;
  private static final StoreFileName FILE =
      StoreFileName.newBuilder().setRegion("beef").setFamily("f").setName("out").build();
  private static final List<ServerName> SERVERS =
      IntStream.rangeClosed(1, OutputLookup.MOST_ASKED + 1)
          .mapToObj(i -> ServerName.valueOf("cs" + i + ".example", 16040, i))
          .toList();

  private final CompactionJobId job = CompactionJobId.random();
  private final List<ServerName> asked = new ArrayList<>();
  private final List<Duration> timeouts = new ArrayList<>();
  private final Map<ServerName, Answer> answers = new HashMap<>();

  @FunctionalInterface
  private interface Answer {
    ListChunksResponse to(ListChunksRequest request) throws ServiceException;
  }

  @Test
  void firstServerWithTheOutputIsTaken() throws IOException {
    answers.put(SERVERS.get(1), request -> found(job.value()));
    answers.put(SERVERS.get(2), request -> found(CompactionJobId.random().value()));

    assertThat(lookup().find(FILE, REPLICA))
        .contains(new RetainedOutput(job, SERVERS.get(1), REPLICA));
    assertThat(asked).isEqualTo(SERVERS.subList(0, 2));
  }

  @Test
  void requestNamesTheFileAndNoJob() throws IOException {
    List<ListChunksRequest> requests = new ArrayList<>();
    answers.put(
        SERVERS.get(0),
        request -> {
          requests.add(request);
          return found(job.value());
        });

    assertThat(lookup().find(FILE, REPLICA)).isPresent();

    assertThat(requests)
        .containsExactly(ListChunksRequest.newBuilder().setJobId("").setFind(FILE).build());
  }

  @Test
  void askedServersAndTheTimeOfAllCallsAreBounded() throws IOException {
    answers.put(SERVERS.get(OutputLookup.MOST_ASKED), request -> found(job.value()));

    assertThat(lookup().find(FILE, REPLICA)).isEmpty();

    assertThat(asked).isEqualTo(SERVERS.subList(0, OutputLookup.MOST_ASKED));
    assertThat(timeouts.stream().reduce(Duration.ZERO, Duration::plus))
        .isLessThanOrEqualTo(TIMEOUT);
  }

  @Test
  void failedServerAndInvalidJobCountAsNotRetained() throws IOException {
    answers.put(
        SERVERS.get(0),
        request -> {
          throw new ServiceException(new IOException("hangs"));
        });
    answers.put(SERVERS.get(1), request -> found("no job"));
    answers.put(SERVERS.get(2), request -> found(job.value()));

    assertThat(lookup().find(FILE, REPLICA)).map(RetainedOutput::server).contains(SERVERS.get(2));
  }

  /** An older server ignores the file, and knows no job without an id. */
  @Test
  void olderServerHasNothing() throws IOException {
    SERVERS.forEach(
        server ->
            answers.put(server, request -> ListChunksResponse.newBuilder().setKept(false).build()));

    assertThat(lookup().find(FILE, REPLICA)).isEmpty();
  }

  @Test
  void interruptEndsTheLookup() {
    answers.put(
        SERVERS.get(0),
        request -> {
          throw new ServiceException(new InterruptedIOException("interrupted"));
        });

    assertThatThrownBy(() -> lookup().find(FILE, REPLICA))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(asked).hasSize(1);
  }

  private static ListChunksResponse found(String job) {
    return ListChunksResponse.newBuilder().setKept(true).setJobId(job).build();
  }

  private OutputLookup lookup() {
    return new OutputLookup(
        region -> region.equals(FILE.getRegion()) ? SERVERS : List.of(), this::stub, TIMEOUT);
  }

  private CompactionServerService.BlockingInterface stub(ServerName server, Duration timeout) {
    Answer answer =
        answers.getOrDefault(
            server, request -> ListChunksResponse.newBuilder().setKept(false).build());
    return (CompactionServerService.BlockingInterface)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CompactionServerService.BlockingInterface.class},
            (proxy, method, arguments) -> {
              asked.add(server);
              timeouts.add(timeout);
              return answer.to((ListChunksRequest) arguments[1]);
            });
  }
}
