// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.BalanceRound;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.ServerLoad;
import io.lighter.common.protocol.LighterProtos.SlotMove;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Rounds of balancing as JSON; {@code docs/reference/json.md} documents the names. */
final class JsonBalance {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  private JsonBalance() {}

  /** One JSON object, indented, without a final line feed. */
  static String render(ExplainResponse explained) {
    JsonObject json = new JsonObject();
    json.addProperty("enabled", explained.getEnabled());
    JsonArray rounds = new JsonArray();
    explained.getRoundList().forEach(round -> rounds.add(round(round)));
    json.add("rounds", rounds);
    return GSON.toJson(json);
  }

  private static JsonObject round(BalanceRound round) {
    JsonObject json = new JsonObject();
    json.addProperty("group", round.getGroup());
    json.addProperty("at_ms", round.getAtMs());
    json.addProperty("rounds", round.getRounds());
    json.addProperty("verdict", round.getVerdict());
    json.addProperty("reason", round.getReason());
    JsonArray servers = new JsonArray();
    round.getServerList().forEach(server -> servers.add(server(server)));
    json.add("servers", servers);
    JsonArray moves = new JsonArray();
    round.getMoveList().forEach(move -> moves.add(move(move)));
    json.add("moves", moves);
    return json;
  }

  private static JsonObject server(ServerLoad server) {
    JsonObject json = new JsonObject();
    json.addProperty("server", server.getServer());
    json.addProperty("state", server.getState());
    json.addProperty("pressure_percent", server.getPressure());
    json.addProperty("slots", server.getSlots());
    json.addProperty("demand_bytes_per_minute", server.getDemand());
    json.addProperty("compacted_bytes_per_minute", server.getCompacted());
    json.addProperty("expected_wait_ms", server.getExpectedWaitMs());
    json.addProperty("memory", server.getMemory());
    json.add(
        "cpu_load", server.getCpu() < 0 ? JsonNull.INSTANCE : new JsonPrimitive(server.getCpu()));
    json.addProperty("running", server.getRunning());
    json.addProperty("queued", server.getQueued());
    return json;
  }

  private static JsonObject move(SlotMove move) {
    JsonObject json = new JsonObject();
    json.addProperty("slot", move.getSlot());
    json.addProperty("from", move.getFrom());
    json.addProperty("to", move.getTo());
    json.addProperty("demand_bytes_per_minute", move.getDemand());
    json.addProperty("regions", move.getRegions());
    json.add(
        "last_region",
        move.hasLastRegion() ? new JsonPrimitive(move.getLastRegion()) : JsonNull.INSTANCE);
    return json;
  }
}
