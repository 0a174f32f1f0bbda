// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.protocol;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.Descriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.EnumDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FieldDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;

/**
 * The parts of a protocol that must not change, one line each: {@code Message.field = number label
 * type}, {@code Enum.VALUE = number}, {@code Service.Method = Request -> Response}.
 */
final class ProtocolListing {
  /** Text left of the equals sign to text right of it; sorted. */
  private final Map<String, String> lines = new TreeMap<>();

  private ProtocolListing() {}

  static Map<String, String> of(FileDescriptor file) {
    ProtocolListing listing = new ProtocolListing();
    file.getMessageTypes().forEach(listing::add);
    file.getEnumTypes().forEach(listing::add);
    file.getServices().forEach(listing::add);
    return listing.lines;
  }

  /** Parses the result of {@link #text}. */
  static Map<String, String> parse(String text) {
    Map<String, String> lines = new TreeMap<>();
    text.lines().map(line -> line.split(" = ", 2)).forEach(parts -> lines.put(parts[0], parts[1]));
    return lines;
  }

  static String text(Map<String, String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.toString();
  }

  private void add(Descriptor message) {
    for (FieldDescriptor field : message.getFields()) {
      lines.put(name(message) + '.' + field.getName(), field(field));
    }
    message.getNestedTypes().forEach(this::add);
    message.getEnumTypes().forEach(this::add);
  }

  private void add(EnumDescriptor values) {
    values
        .getValues()
        .forEach(
            value ->
                lines.put(
                    unqualified(values.getFullName(), values.getFile()) + '.' + value.getName(),
                    Integer.toString(value.getNumber())));
  }

  private void add(ServiceDescriptor service) {
    for (MethodDescriptor method : service.getMethods()) {
      lines.put(
          service.getName() + '.' + method.getName(),
          name(method.getInputType()) + " -> " + name(method.getOutputType()));
    }
  }

  private static String field(FieldDescriptor field) {
    String label = field.isRepeated() ? "repeated" : field.isRequired() ? "required" : "optional";
    String type =
        switch (field.getJavaType()) {
          case MESSAGE -> name(field.getMessageType());
          case ENUM -> unqualified(field.getEnumType().getFullName(), field.getFile());
          default -> field.toProto().getType().name().replace("TYPE_", "").toLowerCase(Locale.ROOT);
        };
    String fallback =
        field.hasDefaultValue() ? " default " + field.toProto().getDefaultValue() : "";
    return field.getNumber() + " " + label + " " + type + fallback;
  }

  private static String name(Descriptor message) {
    return unqualified(message.getFullName(), message.getFile());
  }

  private static String unqualified(String name, FileDescriptor file) {
    return name.substring(file.getPackage().length() + 1);
  }
}
