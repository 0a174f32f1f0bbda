// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingPropertiesTest {
  @Test
  void columnFamilySufficesAndDefaultsAreThoseOfYcsbsBinding() throws Exception {
    BindingProperties properties = read("columnfamily", "f");

    assertThat(properties.table()).isEqualTo(TableName.valueOf("usertable"));
    assertThat(properties.columnFamily()).isEqualTo("f");
    assertThat(properties.login()).isEmpty();
    assertThat(properties.writeBufferBytes()).isEmpty();
    assertThat(properties.durability()).isEqualTo(Durability.USE_DEFAULT);
    assertThat(properties.pageFilter()).isTrue();
    assertThat(properties.scanCondition()).isEmpty();
    assertThat(properties.debug()).isFalse();
  }

  @Test
  void everyPropertyIsRead(@TempDir Path folder) throws Exception {
    Path keytab = Files.createFile(folder.resolve("a.keytab"));

    BindingProperties properties =
        read(
            "columnfamily", "f",
            "table", "ns:t",
            "principal", "a@EXAMPLE.ORG",
            "keytab", keytab.toString(),
            "clientbuffering", "true",
            "writebuffersize", "4096",
            "durability", "skip_wal",
            "hbase.usepagefilter", "false",
            "hbase.usescanvaluefiltering", "true",
            "hbase.scanfilteroperator", "greater",
            "hbase.scanfiltervalue", "0aFF",
            "debug", "true");

    assertThat(properties.table()).isEqualTo(TableName.valueOf("ns", "t"));
    assertThat(properties.login()).contains(new BindingProperties.Login("a@EXAMPLE.ORG", keytab));
    assertThat(properties.writeBufferBytes()).contains(4096L);
    assertThat(properties.durability()).isEqualTo(Durability.SKIP_WAL);
    assertThat(properties.pageFilter()).isFalse();
    assertThat(properties.scanCondition()).isPresent();
    assertThat(properties.scanCondition().get().operator()).isEqualTo(CompareOperator.GREATER);
    assertThat(properties.scanCondition().get().operand().getValue()).containsExactly(10, 255);
    assertThat(properties.debug()).isTrue();
  }

  @Test
  void bufferHasTheDefaultSizeIfOnlyBufferingIsOn() throws Exception {
    assertThat(read("columnfamily", "f", "clientbuffering", "true").writeBufferBytes())
        .contains(12L << 20);
  }

  @Test
  void missingColumnFamilyIsNamedWithAnExample() {
    assertThatThrownBy(() -> read())
        .isInstanceOf(PropertiesException.class)
        .hasMessageContaining("columnfamily is missing")
        .hasMessageContaining("-p columnfamily=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "durability | never | SKIP_WAL, ASYNC_WAL, SYNC_WAL, FSYNC_WAL",
        "clientbuffering | yes | true or false",
        "debug | 1 | true or false",
        "hbase.usepagefilter | on | true or false",
        "writebuffersize | 12MB | bytes, 1 or more",
        "writebuffersize | 0 | bytes, 1 or more",
        "hbase.scanfilteroperator | no_op | less_or_equal",
        "hbase.scanfiltervalue | abc | even number of hexadecimal digits",
        "keytab | /no/such/file | a keytab file that can be read",
        "table | a:b:c | the name of a table"
      })
  void wrongValueIsNamedWithItsPropertyAndWhatIsAllowed(String key, String value, String allowed) {
    assertThatThrownBy(() -> read("columnfamily", "f", "principal", "a", key, value))
        .isInstanceOf(PropertiesException.class)
        .hasMessageContaining(key + " = '" + value + "': expected ")
        .hasMessageContaining(allowed);
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    PropertiesException problems =
        catchThrowableOfType(
            PropertiesException.class, () -> read("durability", "never", "debug", "maybe"));

    assertThat(problems.problems())
        .hasSize(3)
        .anyMatch(problem -> problem.startsWith("columnfamily "))
        .anyMatch(problem -> problem.startsWith("durability = 'never'"))
        .anyMatch(problem -> problem.startsWith("debug = 'maybe'"));
  }

  @Test
  void principalAndKeytabGoTogether(@TempDir Path folder) throws IOException {
    Path keytab = Files.createFile(folder.resolve("a.keytab"));

    assertThatThrownBy(() -> read("columnfamily", "f", "principal", "a"))
        .hasMessageContaining("keytab is missing");
    assertThatThrownBy(() -> read("columnfamily", "f", "keytab", keytab.toString()))
        .hasMessageContaining("principal is missing");
  }

  @Test
  void manualHasEveryPropertyOnce() throws IOException {
    Path docs = Path.of(System.getProperty("lighter.docs.dir"));
    String page = Files.readString(docs.resolve("reference/ycsb.md"));
    for (BindingProperty property : BindingProperty.values()) {
      assertThat(page).containsOnlyOnce(row(property));
    }
  }

  private static String row(BindingProperty property) {
    // The one long default is YCSB's, which half of random values pass.
    String value =
        property == BindingProperty.SCAN_FILTER_VALUE
            ? "`7F`, then 99 times `FF`"
            : property.defaultValue().map(set -> "`" + set + "`").orElse("");
    return "| `%s` | %s | %s | %s |\n"
        .formatted(property.key(), value, property.allowed(), property.help());
  }

  private static BindingProperties read(String... keysAndValues) throws PropertiesException {
    Properties properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    return BindingProperties.of(properties);
  }
}
