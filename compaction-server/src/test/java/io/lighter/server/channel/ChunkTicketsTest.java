// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChunkTicketsTest {
  private static final long LIFE_MS = 1_000;

  private final ManualClock clock = new ManualClock();
  private final ChunkTickets tickets = new ChunkTickets(Duration.ofMillis(LIFE_MS), clock);
  private final CompactionJobId job = CompactionJobId.random();

  @Test
  void ticketIsValidOnceForItsJob() {
    ChunkTickets.Ticket ticket = tickets.issue(job, "hbase at rs1");

    assertThat(tickets.redeem(ticket.number(), ticket.secret()))
        .hasValueSatisfying(
            good -> {
              assertThat(good.job()).isEqualTo(job);
              assertThat(good.caller()).isEqualTo("hbase at rs1");
            });
    assertThat(tickets.redeem(ticket.number(), ticket.secret())).isEmpty();
    assertThat(tickets.size()).isZero();
  }

  @Test
  void wrongSecretOrNumberIsRefusedAndTicketStaysValid() {
    ChunkTickets.Ticket ticket = tickets.issue(job, "caller");
    byte[] wrong = ticket.secret();
    wrong[31] ^= 1;

    assertThat(tickets.redeem(ticket.number(), wrong)).isEmpty();
    assertThat(tickets.redeem(ticket.number(), new byte[0])).isEmpty();
    assertThat(tickets.redeem(ticket.number() + 1, ticket.secret())).isEmpty();
    assertThat(tickets.redeem(ticket.number(), ticket.secret())).isPresent();
  }

  @Test
  void expiredTicketIsRefusedAndRemoved() {
    ChunkTickets.Ticket ticket = tickets.issue(job, "caller");
    clock.advance(Duration.ofMillis(LIFE_MS + 1));

    assertThat(tickets.redeem(ticket.number(), ticket.secret())).isEmpty();
    tickets.issue(CompactionJobId.random(), "caller");
    assertThat(tickets.size()).isEqualTo(1);
  }

  @Test
  void newTicketReplacesTheJobsEarlierOne() {
    ChunkTickets.Ticket first = tickets.issue(job, "caller");
    ChunkTickets.Ticket second = tickets.issue(job, "caller");

    assertThat(tickets.size()).isEqualTo(1);
    assertThat(tickets.redeem(first.number(), first.secret())).isEmpty();
    assertThat(tickets.redeem(second.number(), second.secret())).isPresent();
  }

  @Test
  void secretsDiffer() {
    assertThat(tickets.issue(job, "caller").secret())
        .hasSize(32)
        .isNotEqualTo(tickets.issue(job, "caller").secret());
  }
}
