package io.lighter.server.channel;

import io.lighter.common.CompactionJobId;
import io.lighter.common.channel.ChannelFormat;
import io.lighter.server.job.Ticker;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tickets that wait for their connection. Each opens one, for one job, within a short time; a job
 * has at most one, the last that was issued.
 *
 * <p>A ticket has a number, which is no secret, and a secret, which is compared in constant time. A
 * wrong secret does not use the ticket up: it cannot be guessed, and guessing shall not keep the
 * region server out. Thread-safe; {@code this} is the one lock.
 */
final class ChunkTickets {
  private final Duration life;
  private final Ticker ticker;
  private final SecureRandom random = new SecureRandom();

  // Both: guarded by this.
  private final Map<Long, Ticket> byNumber = new HashMap<>();
  private long lastNumber;

  /** What somebody may do, and how they prove it. Immutable. */
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

    /** Whom it was issued to, as RPC knows them. */
    String caller() {
      return caller;
    }
  }

  ChunkTickets(Duration life, Ticker ticker) {
    this.life = life;
    this.ticker = ticker;
  }

  /** A new ticket; the job's earlier one is void. */
  synchronized Ticket issue(CompactionJobId job, String caller) {
    byte[] secret = new byte[ChannelFormat.SECRET_BYTES];
    random.nextBytes(secret);
    byNumber.values().removeIf(other -> other.job.equals(job) || isExpired(other));
    Ticket ticket = new Ticket(++lastNumber, secret, job, caller, ticker.millis());
    byNumber.put(ticket.number, ticket);
    return ticket;
  }

  /** The ticket, used up; empty when there is none, it is too late, or the secret is wrong. */
  synchronized Optional<Ticket> redeem(long number, byte[] secret) {
    Ticket ticket = byNumber.get(number);
    if (ticket == null || !MessageDigest.isEqual(ticket.secret, secret) || isExpired(ticket)) {
      return Optional.empty();
    }
    byNumber.remove(number);
    return Optional.of(ticket);
  }

  /** Tickets that wait. */
  synchronized int size() {
    return byNumber.size();
  }

  private boolean isExpired(Ticket ticket) {
    return ticker.millis() - ticket.issuedAt > life.toMillis();
  }
}
