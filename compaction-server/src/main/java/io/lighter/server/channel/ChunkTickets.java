// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.channel.ChannelFormat;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Unused tickets. Thread-safe; {@code this} is the one lock.
 *
 * <p>A ticket opens one connection, for one job, within a short time. A job has at most one ticket,
 * the last one issued.
 *
 * <p>A ticket has a public number, and a secret that is compared in constant time. A wrong secret
 * leaves the ticket valid: the secret cannot be guessed, and attempts to guess must not lock the
 * region server out.
 */
final class ChunkTickets {
  private final Duration life;
  private final MonotonicClock clock;
  private final SecureRandom random = new SecureRandom();

  // Both guarded by this.
  private final Map<Long, Ticket> byNumber = new HashMap<>();
  private long lastNumber;

  /** The right to open a channel for a job, with its secret. Immutable. */
  static final class Ticket {
    private final long number;
    private final byte[] secret;
    private final CompactionJobId job;
    private final String caller;
    private final long issuedAt;

    private Ticket(long number, byte[] secret, CompactionJobId job, String caller, long issuedAt) {
      this.number = number;
      this.secret = secret;
      this.job = job;
      this.caller = caller;
      this.issuedAt = issuedAt;
    }

    long number() {
      return number;
    }

    byte[] secret() {
      return secret.clone();
    }

    CompactionJobId job() {
      return job;
    }

    /** The caller's name in RPC. */
    String caller() {
      return caller;
    }
  }

  ChunkTickets(Duration life, MonotonicClock clock) {
    this.life = life;
    this.clock = clock;
  }

  /** Issues a new ticket; the job's earlier ticket becomes void. */
  synchronized Ticket issue(CompactionJobId job, String caller) {
    byte[] secret = new byte[ChannelFormat.SECRET_BYTES];
    random.nextBytes(secret);
    byNumber.values().removeIf(other -> other.job.equals(job) || isExpired(other));
    Ticket ticket = new Ticket(++lastNumber, secret, job, caller, clock.millis());
    byNumber.put(ticket.number, ticket);
    return ticket;
  }

  /** Redeems a ticket; empty if it does not exist, has expired, or the secret is wrong. */
  synchronized Optional<Ticket> redeem(long number, byte[] secret) {
    Ticket ticket = byNumber.get(number);
    if (ticket == null || !MessageDigest.isEqual(ticket.secret, secret) || isExpired(ticket)) {
      return Optional.empty();
    }
    byNumber.remove(number);
    return Optional.of(ticket);
  }

  /** Number of unused tickets. */
  synchronized int size() {
    return byNumber.size();
  }

  private boolean isExpired(Ticket ticket) {
    return clock.millis() - ticket.issuedAt > life.toMillis();
  }
}
