// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class JsonStatusTest {
  @Test
  void managedClusterHasTheDocumentedShape() {
    JsonObject json = parse(new ClusterStatus.Managed(Statuses.busy()));

    assertThat(json.keySet())
        .containsExactly(
            "manager",
            "problem",
            "standby",
            "switch",
            "regions",
            "wanted_servers",
            "servers",
            "silent_servers",
            "groups_without_server");
    assertThat(json.get("wanted_servers").getAsInt()).isEqualTo(2);
    assertThat(json.get("groups_without_server")).hasToString("[\"gold\"]");
    assertThat(json.getAsJsonObject("manager").get("server").getAsString())
        .isEqualTo("m1.example,16050,1");
    assertThat(json.get("problem").isJsonNull()).isTrue();
    assertThat(json.getAsJsonObject("switch"))
        .hasToString("{\"on\":true,\"off_tables\":[\"ns:quiet\"],\"readable\":true}");
    JsonObject server = json.getAsJsonArray("servers").get(0).getAsJsonObject();
    assertThat(server.get("running").getAsInt()).isEqualTo(1);
    assertThat(server.get("queued").getAsInt()).isEqualTo(1);
    assertThat(server.get("reserved_bytes").getAsLong()).isEqualTo(512L << 20);
    JsonObject job = server.getAsJsonArray("jobs").get(1).getAsJsonObject();
    assertThat(job.get("job_id").getAsString()).isEqualTo(Statuses.RUNNING_JOB);
    assertThat(job.get("state").getAsString()).isEqualTo("compacting");
    assertThat(job.get("percent").getAsInt()).isEqualTo(50);
  }

  @Test
  void unknownValuesAreNull() {
    assertThat(parse(new ClusterStatus.Managed(Statuses.empty())).get("regions").isJsonNull())
        .isTrue();
  }

  @Test
  void unreadableSwitchIsTheLastOneOfTheManager() {
    StatusResponse status = Statuses.busy().toBuilder().setSwitchUnreadable(true).build();

    assertThat(parse(new ClusterStatus.Managed(status)).get("switch"))
        .hasToString("{\"on\":true,\"off_tables\":[\"ns:quiet\"],\"readable\":false}");
  }

  @Test
  void unreadableSwitchWithoutAManagerIsUnknown() {
    assertThat(
            parse(new ClusterStatus.Unmanaged("none", List.of(), Optional.empty())).get("switch"))
        .hasToString("{\"on\":null,\"off_tables\":[],\"readable\":false}");
  }

  @Test
  void withoutManagerJsonHasAProblemAndNoManager() {
    JsonObject json = parse(Statuses.unmanaged());

    assertThat(json.get("manager").isJsonNull()).isTrue();
    assertThat(json.get("problem").getAsString()).isEqualTo("no manager is running");
    assertThat(json.getAsJsonObject("switch").get("on").getAsBoolean()).isFalse();
    assertThat(json.getAsJsonArray("servers")).hasSize(1);
  }

  private static JsonObject parse(ClusterStatus status) {
    return JsonParser.parseString(JsonStatus.render(status)).getAsJsonObject();
  }
}
