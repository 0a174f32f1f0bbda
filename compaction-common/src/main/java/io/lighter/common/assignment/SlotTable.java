// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.assignment;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.util.ByteArrayHashKey;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.MurmurHash3;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;

/**
 * The assignment of regions to compaction servers: a region hashes to one of {@value #SLOTS} slots,
 * and a slot belongs to at most one server.
 *
 * <p>The leading manager writes the table, every region server watches it. The table's size depends
 * on the number of servers only, and a new region has a slot at once. Immutable.
 */
public final class SlotTable {
  public static final int SLOTS = 4096;

  /** The table of a cluster that never had a manager: no slot has an owner. */
  public static final SlotTable EMPTY = new SlotTable(new ServerName[SLOTS], false);

  private static final int NOBODY = 0xffff;

  private final ServerName[] owners;
  private final boolean byLoad;

  private SlotTable(ServerName[] owners, boolean byLoad) {
    this.owners = owners;
    this.byLoad = byLoad;
  }

  /**
   * Returns a table with these owners, balanced by number of slots.
   *
   * @param owners {@value #SLOTS} entries, {@code null} for a slot without owner; copied
   */
  public static SlotTable of(ServerName[] owners) {
    return of(owners, false);
  }

  /**
   * Returns a table with these owners.
   *
   * @param owners as above
   * @param byLoad see {@link #byLoad}
   */
  public static SlotTable of(ServerName[] owners, boolean byLoad) {
    if (owners.length != SLOTS) {
      throw new IllegalArgumentException("expected " + SLOTS + " slots, not " + owners.length);
    }
    return new SlotTable(owners.clone(), byLoad);
  }

  /**
   * The slot of a region, 0 to {@value #SLOTS} - 1.
   *
   * @param encodedRegionName see {@code RegionInfo.getEncodedName}
   */
  public static int slotOf(String encodedRegionName) {
    return hash(encodedRegionName) & (SLOTS - 1);
  }

  /** The slot's server; empty if the slot has no owner. */
  public Optional<ServerName> ownerOf(int slot) {
    return Optional.ofNullable(owners[slot]);
  }

  /**
   * Whether slots were moved by measured load, so that balancing their numbers would undo the move.
   * Only managers read this.
   */
  public boolean byLoad() {
    return byLoad;
  }

  /** The servers that own slots, with the number of slots of each. */
  public Map<ServerName, Integer> slotsByOwner() {
    Map<ServerName, Integer> counts = new LinkedHashMap<>();
    for (ServerName owner : owners) {
      if (owner != null) {
        counts.merge(owner, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** A copy of the owners by slot, {@code null} for a slot without owner. */
  public ServerName[] owners() {
    return owners.clone();
  }

  /** The content of the znode. */
  public byte[] toBytes() {
    List<ServerName> servers = new ArrayList<>(slotsByOwner().keySet());
    Map<ServerName, Integer> positions = new HashMap<>();
    servers.forEach(server -> positions.put(server, positions.size()));
    ByteBuffer slots = ByteBuffer.allocate(SLOTS * Short.BYTES);
    for (ServerName owner : owners) {
      slots.putShort((short) (owner == null ? NOBODY : positions.get(owner)));
    }
    LighterProtos.SlotTable.Builder proto =
        LighterProtos.SlotTable.newBuilder().setSlot(ByteString.copyFrom(slots.array()));
    if (byLoad) {
      proto.setByLoad(true);
    }
    servers.forEach(server -> proto.addServer(server.getServerName()));
    return proto.build().toByteArray();
  }

  /**
   * Parses the result of {@link #toBytes}.
   *
   * @throws IOException if {@code bytes} are no slot table
   */
  public static SlotTable parse(byte[] bytes) throws IOException {
    LighterProtos.SlotTable proto;
    try {
      proto = LighterProtos.SlotTable.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("not a slot table: " + bytes.length + " bytes", e);
    }
    if (proto.getSlot().size() != SLOTS * Short.BYTES) {
      throw new IOException("a slot table of " + proto.getSlot().size() + " bytes");
    }
    ServerName[] servers = new ServerName[proto.getServerCount()];
    for (int i = 0; i < servers.length; i++) {
      servers[i] = parseServer(proto.getServer(i));
    }
    ByteBuffer slots = proto.getSlot().asReadOnlyByteBuffer();
    ServerName[] owners = new ServerName[SLOTS];
    for (int slot = 0; slot < SLOTS; slot++) {
      int server = Short.toUnsignedInt(slots.getShort());
      if (server != NOBODY && server >= servers.length) {
        throw new IOException("slot " + slot + " names server " + server + " of " + servers.length);
      }
      owners[slot] = server == NOBODY ? null : servers[server];
    }
    return new SlotTable(owners, proto.getByLoad());
  }

  private static ServerName parseServer(String name) throws IOException {
    return ServerNames.parse(name).orElseThrow(() -> new IOException("not a server name: " + name));
  }

  static int hash(String text) {
    byte[] bytes = Bytes.toBytes(text);
    return MurmurHash3.getInstance().hash(new ByteArrayHashKey(bytes, 0, bytes.length), 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlotTable table
        && byLoad == table.byLoad
        && Arrays.equals(owners, table.owners);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(owners) + Boolean.hashCode(byLoad);
  }

  @Override
  public String toString() {
    return slotsByOwner().toString();
  }
}
