package io.lighter.testing.check;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What went on that some reads of HBase do not bear. Whatever flushes, moves, splits or merges in a
 * check does it through one of the two logs.
 *
 * <ul>
 *   <li>When a region is closed under a scan of HBase's <em>blocking client</em>, the client goes
 *       on where the region opens, as of the instant at which the scan began; but flushes and
 *       compactions in between did not know of the scan and may have dropped what it ought to see:
 *       rows come back torn. Scans of the non-blocking client go on as of now.
 *   <li>When a store is flushed under a <em>reversed scan</em>, and the new file's first row is all
 *       newer than the scan, {@code StoreFileScanner.backwardSeek} finds nothing but leaves the
 *       scanner on a row that the scan has passed; {@code StoreScanner.reopenAfterFlush} takes it
 *       for the top, and the row that was to come next is lost. (HBase 2.6.4; its log says {@code
 *       Storescanner.peek() is changed where before = <row>, and after = <higher row>}.)
 *   <li>When a region server dies and a client sends an <em>increment</em> again, the server that
 *       has the region now knows from the WAL that it is done, but not when ({@code
 *       ServerNonceManager.reportOperationFromWal} leaves the write point at 0): it answers with
 *       what was there before all that is in the memstore, an old value or none.
 *   <li>When a region is <em>split</em>, the lower region reads the lower half of the old files
 *       until it is compacted. A seek behind the last key of that half may come to rest on the
 *       first key of the block behind it, which is a row of the upper region ({@code
 *       HalfStoreFileReader.seekTo} does not compare that key with the split; seen in HBase 2.6.4).
 *       A scan that goes on into the upper region shows such a row early and in part, at most one
 *       for each file, and once more in its place.
 *   <li>When a region server <em>comes back</em> after its session, it answers reads of regions
 *       that others have opened, until it notices: see {@link ServerReturns}. What it shows must
 *       have been there when it went away or later, and is checked for that.
 * </ul>
 *
 * <p>All are in code of HBase that no store engine has a part in.
 *
 * @param regionChanges closing and opening of regions
 * @param serverDeaths when a region server may have died; each is a region change as well
 * @param flushes of any store, also before a bulk load or for a snapshot
 * @param returns of region servers after their session
 * @param borders that splits have made
 */
record Disturbances(
    ActivityLog regionChanges,
    ActivityLog serverDeaths,
    ActivityLog flushes,
    ServerReturns returns,
    Borders borders) {
  Disturbances(LongSupplier clock) {
    this(
        new ActivityLog(clock),
        new ActivityLog(clock),
        new ActivityLog(clock),
        new ServerReturns(clock),
        new Borders());
  }

  /** Whether nobody vouches for what an increment that was sent at {@code start} has answered. */
  boolean spoilIncrement(long start) {
    return serverDeaths.anySince(start);
  }

  /** Whether nobody vouches for what a scan that began at {@code start} returns from now on. */
  boolean spoil(Scan scan, Scanning.Client client, long start) {
    boolean closed = regionChanges.anySince(start);
    return switch (client) {
      case BLOCKING -> closed || (scan.isReversed() && flushes.anySince(start));
      case NON_BLOCKING -> scan.isReversed() && (closed || flushes.anySince(start));
    };
  }
}
