// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.s3.RequestCount;
import io.lighter.testing.s3.RequestMethod;
import java.util.List;

/**
 * Requests of all processes and clients to the cluster's object store, by kind.
 *
 * @param gets reads of objects or ranges
 * @param heads reads of metadata
 * @param lists listings
 * @param puts writes of objects or parts, and copies
 * @param posts beginnings and ends of uploads
 * @param deletes deletions of objects, and ends of uploads without an object
 * @param bytesRead bytes of the bodies of answers
 * @param bytesWritten bytes of the bodies of requests
 */
public record StoreTraffic(
    long gets,
    long heads,
    long lists,
    long puts,
    long posts,
    long deletes,
    long bytesRead,
    long bytesWritten) {
  /** No requests, as of a cluster without an object store. */
  public static final StoreTraffic NONE = new StoreTraffic(0, 0, 0, 0, 0, 0, 0, 0);

  /** The traffic that the counts of an S3 server tell. */
  static StoreTraffic of(List<RequestCount> counts) {
    return new StoreTraffic(
        requests(counts, RequestMethod.GET),
        requests(counts, RequestMethod.HEAD),
        requests(counts, RequestMethod.LIST),
        requests(counts, RequestMethod.PUT),
        requests(counts, RequestMethod.POST),
        requests(counts, RequestMethod.DELETE),
        counts.stream().mapToLong(RequestCount::getBytesSent).sum(),
        counts.stream().mapToLong(RequestCount::getBytesReceived).sum());
  }

  /** The traffic after {@code earlier}. */
  StoreTraffic since(StoreTraffic earlier) {
    return new StoreTraffic(
        gets - earlier.gets,
        heads - earlier.heads,
        lists - earlier.lists,
        puts - earlier.puts,
        posts - earlier.posts,
        deletes - earlier.deletes,
        bytesRead - earlier.bytesRead,
        bytesWritten - earlier.bytesWritten);
  }

  /** The traffic at a moment between this one and a later one, by linear interpolation. */
  StoreTraffic towards(StoreTraffic later, double part) {
    return new StoreTraffic(
        mix(gets, later.gets, part),
        mix(heads, later.heads, part),
        mix(lists, later.lists, part),
        mix(puts, later.puts, part),
        mix(posts, later.posts, part),
        mix(deletes, later.deletes, part),
        mix(bytesRead, later.bytesRead, part),
        mix(bytesWritten, later.bytesWritten, part));
  }

  private static long requests(List<RequestCount> counts, RequestMethod method) {
    return counts.stream()
        .filter(count -> count.getMethod().equals(method.name()))
        .mapToLong(RequestCount::getRequests)
        .sum();
  }

  private static long mix(long from, long to, double part) {
    return from + Math.round(part * (to - from));
  }
}
