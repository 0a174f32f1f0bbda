// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.rpc.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.DescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.junit.jupiter.api.Test;

/**
 * Compares {@code Lighter.proto} with the listing of released builds, {@code protocol-1.txt}. For a
 * failure with good reasons, see docs/decisions/0016-protocol-version.md.
 */
class ProtocolCompatibilityTest {
  /** The listing of the oldest version that is still accepted. */
  private static final String LIST = "protocol-" + Protocol.OLDEST_VERSION + ".txt";

  @Test
  void knownProtocolPartsAreUnchanged() throws IOException {
    assertThat(problems(known(), LighterProtos.getDescriptor()))
        .as("docs/decisions/0016-protocol-version.md says what may be changed, and how")
        .isEmpty();
  }

  /** Ensures that a field added today is checked tomorrow. */
  @Test
  void everyFieldIsInTheList() throws IOException {
    Map<String, String> now = ProtocolListing.of(LighterProtos.getDescriptor());

    assertThat(ProtocolListing.text(now))
        .as("append what is new to compaction-common/src/test/resources/…/%s", LIST)
        .isEqualTo(ProtocolListing.text(known()));
  }

  @Test
  void removedFieldIsFound() throws Exception {
    assertThat(problemsWith(file -> field(file, "SubmitRequest", "major").setName("all")))
        .contains("SubmitRequest.major is gone");
  }

  @Test
  void fieldWithAnotherNumberIsFound() throws Exception {
    assertThat(problemsWith(file -> field(file, "SubmitRequest", "major").setNumber(99)))
        .containsExactly("SubmitRequest.major was '9 required bool' and is '99 required bool'");
  }

  @Test
  void fieldWithAnotherTypeIsFound() throws Exception {
    assertThat(
            problemsWith(
                file ->
                    field(file, "InputFile", "length")
                        .setType(FieldDescriptorProto.Type.TYPE_FIXED64)))
        .containsExactly("InputFile.length was '2 required int64' and is '2 required fixed64'");
  }

  @Test
  void newRequiredFieldOfAnOldMessageIsFoundAndAnOptionalOneIsFine() throws Exception {
    assertThat(problemsWith(file -> add(file, "FinishRequest", Label.LABEL_REQUIRED)))
        .containsExactly("FinishRequest.added is required, which old senders do not know");
    assertThat(problemsWith(file -> add(file, "FinishRequest", Label.LABEL_OPTIONAL))).isEmpty();
  }

  /** A reader of proto2 treats an unknown value as an absent field. */
  @Test
  void newValueOfAnEnumThatARequiredFieldHasIsFound() throws Exception {
    assertThat(problemsWith(file -> addValue(file, "JobState")))
        .containsExactly(
            "JobState.ADDED is new, and old readers fail on FinishResponse.state,"
                + " HeartbeatResponse.state, JobReport.state without a value that they know");
    assertThat(problemsWith(file -> addValue(file, "WaitingFor"))).isEmpty();
  }

  /** The incompatibilities between a build before and a build after the change. */
  private static List<String> problems(Map<String, String> known, FileDescriptor file) {
    Map<String, String> now = ProtocolListing.of(file);
    List<String> problems = new ArrayList<>();
    known.forEach(
        (name, value) -> {
          if (!now.containsKey(name)) {
            problems.add(name + " is gone");
          } else if (!now.get(name).equals(value)) {
            problems.add("%s was '%s' and is '%s'".formatted(name, value, now.get(name)));
          }
        });
    Set<String> knownOwners =
        known.keySet().stream().map(ProtocolCompatibilityTest::owner).collect(Collectors.toSet());
    Set<String> added = new TreeSet<>(now.keySet());
    added.removeAll(known.keySet());
    for (String name : added) {
      if (knownOwners.contains(owner(name))) {
        addition(known, name, now.get(name)).forEach(problems::add);
      }
    }
    return problems;
  }

  private static List<String> addition(Map<String, String> known, String name, String value) {
    if (value.contains(" required ")) {
      return List.of(name + " is required, which old senders do not know");
    }
    String requiredOfItsType = " required " + owner(name);
    List<String> fields =
        known.entrySet().stream()
            .filter(line -> line.getValue().endsWith(requiredOfItsType))
            .map(Map.Entry::getKey)
            .toList();
    return fields.isEmpty() || value.contains(" ")
        ? List.of()
        : List.of(
            "%s is new, and old readers fail on %s without a value that they know"
                .formatted(name, String.join(", ", fields)));
  }

  /** The message, enum or service of a line. */
  private static String owner(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static List<String> problemsWith(Consumer<FileDescriptorProto.Builder> change)
      throws DescriptorValidationException {
    FileDescriptor file = LighterProtos.getDescriptor();
    FileDescriptorProto.Builder changed = file.toProto().toBuilder();
    change.accept(changed);
    return problems(
        ProtocolListing.of(file), FileDescriptor.buildFrom(changed.build(), new FileDescriptor[0]));
  }

  private static DescriptorProto.Builder message(FileDescriptorProto.Builder file, String name) {
    return file.getMessageTypeBuilderList().stream()
        .filter(message -> message.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static FieldDescriptorProto.Builder field(
      FileDescriptorProto.Builder file, String message, String name) {
    return message(file, message).getFieldBuilderList().stream()
        .filter(field -> field.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void add(FileDescriptorProto.Builder file, String message, Label label) {
    message(file, message)
        .addFieldBuilder()
        .setName("added")
        .setNumber(77)
        .setLabel(label)
        .setType(FieldDescriptorProto.Type.TYPE_INT32);
  }

  private static void addValue(FileDescriptorProto.Builder file, String name) {
    EnumDescriptorProto.Builder values =
        file.getEnumTypeBuilderList().stream()
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    values.addValueBuilder().setName("ADDED").setNumber(77);
  }

  private static Map<String, String> known() throws IOException {
    try (InputStream list = ProtocolCompatibilityTest.class.getResourceAsStream(LIST)) {
      assertThat(list).as(LIST).isNotNull();
      return ProtocolListing.parse(new String(list.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
